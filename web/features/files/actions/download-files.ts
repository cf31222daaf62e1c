import type { File as StoredFile } from '#contract/records/entries.ts';

/** Browsers take so many downloads from one click. */
export const maxDownloads = 10;

/** Downloads files one after another, as the browser downloads what a link leads to. */
export function downloadFiles(files: readonly StoredFile[]): void {
  for (const { url, name } of files) {
    const link = document.createElement('a');
    link.href = url;
    link.download = name;
    link.click();
  }
}
