/** What a person lets go over the page: files, and the names of folders, which a browser does not hand over as files. */
export function droppedFiles(transfer: DataTransfer): { files: File[]; folders: string[] } {
  const files: File[] = [];
  const folders: string[] = [];
  for (const item of transfer.items) {
    if (item.kind !== 'file') continue;
    const entry = item.webkitGetAsEntry();
    const file = item.getAsFile();
    if (entry?.isDirectory) folders.push(entry.name);
    else if (file) files.push(file);
  }
  return { files, folders };
}

/** How many files hover over the page; 0 when what hovers is something else. */
export function hoveringFiles(transfer: DataTransfer | null): number {
  if (!transfer?.types.includes('Files')) return 0;
  return Math.max(1, Array.from(transfer.items).filter(({ kind }) => kind === 'file').length);
}
