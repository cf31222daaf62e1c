/** The pages of folders and Trash with all that stands behind them, in one part that is loaded when it is wanted. */
export { FolderPage } from './folder-page.tsx';
export { openHouse } from './house.ts';
export { HouseToasts } from './house-toasts.tsx';
export { TrashPage } from './trash-page.tsx';
