import type { Contents } from '#contract/records/entries.ts';

/** What a folder holds in words: "48 files", "19 files, 2 folders", "Empty". */
export function contentsText({ folders, files }: Contents): string {
  const parts = [files > 0 && counted(files, 'file'), folders > 0 && counted(folders, 'folder')];
  return parts.filter(Boolean).join(', ') || 'Empty';
}

/** "1 file", "1,200 files". */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
