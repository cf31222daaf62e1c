/** The pages of folders and Trash with all that stands behind them, in one part that is loaded when it is wanted. */
export { FolderPage } from './folder-page.tsx';
export { TrashPage } from './trash-page.tsx';
export { openWorkspace } from './workspace.ts';
export { WorkspaceToasts } from './workspace-toasts.tsx';
