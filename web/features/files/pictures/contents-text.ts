import type { Contents } from '#contract/records/entries.ts';
import { counted } from '#contract/texts/amounts.ts';

/** What a folder holds in words: "48 files", "2 folders, 19 files", "Empty". */
export function contentsText({ folders, files }: Contents): string {
  const parts = [folders > 0 && counted(folders, 'folder'), files > 0 && counted(files, 'file')];
  return parts.filter(Boolean).join(', ') || 'Empty';
}
