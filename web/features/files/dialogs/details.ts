/** What details show, which is loaded when they are first shown. */
export { FileDetails } from './file-details.tsx';
export { FolderDetails } from './folder-details.tsx';
