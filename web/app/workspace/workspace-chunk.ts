/** The pages of folders and Trash with everything behind them, in one chunk that is loaded when it is needed. */
export { FolderPage } from './folder-page.tsx';
export { TrashPage } from './trash-page.tsx';
export { openWorkspace } from './workspace.ts';
export { HeldUploadsToast, WorkspaceToasts } from './workspace-toasts.tsx';
