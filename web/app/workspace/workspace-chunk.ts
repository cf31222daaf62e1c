/** The page of folders with everything behind it, in one chunk that is loaded when it is needed. */
export { FolderPage } from './folder-page.tsx';
export { openWorkspace } from './workspace.ts';
export { HeldUploadsToast, WorkspaceToasts } from './workspace-toasts.tsx';
