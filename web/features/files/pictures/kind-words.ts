import type { FileKind } from '#contract/kinds.ts';

/** What files of a kind are called. */
export const kindWords: Record<FileKind, string> = {
  photo: 'Pictures',
  video: 'Videos',
  audio: 'Audio',
  pdf: 'PDFs',
  text: 'Texts',
  archive: 'Archives',
  unknown: 'Other files',
};
