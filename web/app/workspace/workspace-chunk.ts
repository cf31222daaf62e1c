/** The pages of folders and Trash with all that stands behind them, in one part that is loaded when it is wanted. */
export { FolderPage } from './folder-page.tsx';
export { TrashPage } from './trash-page.tsx';
export { openHouse } from './workspace.ts';
export { HouseToasts } from './workspace-toasts.tsx';
