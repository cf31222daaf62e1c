import type { Folder, File as StoredFile } from '#contract/records/entries.ts';

type Entry = Folder | StoredFile;

/** Where a file is downloaded as it is, and a folder as a zip; without an entry it is Root. */
export function downloadUrl(entry: Entry | undefined): string {
  return entry !== undefined && 'url' in entry ? entry.url : `/api/folders/${entry?.id ?? 'root'}/archive`;
}

/** Downloads what a URL gives under the name that the server tells. */
export function download(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
