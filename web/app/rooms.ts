/** The pages of folders with all that stands behind them, in one part that is loaded when it is wanted. */
export { FolderPage } from './folder-page.tsx';
export { openHouse } from './house.ts';
export { HouseToasts } from './house-toasts.tsx';
