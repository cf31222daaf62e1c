import type { File as StoredFile } from '#contract/entries.ts';

/** Downloads files one after another, as the browser downloads what a link leads to. */
export function downloadFiles(files: readonly StoredFile[]): void {
  for (const { url, name } of files) {
    const link = document.createElement('a');
    link.href = url;
    link.download = name;
    link.click();
  }
}
