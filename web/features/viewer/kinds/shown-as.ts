import { kindOf } from '#contract/kinds.ts';
import type { File as StoredFile } from '#contract/records/entries.ts';
import { isShown } from '#contract/shown-types.ts';
import { documentKindOf } from '../documents/document-kind.ts';

/** How the viewer shows a file; `none` offers it as a download. */
export type ShownAs = 'picture' | 'film' | 'sound' | 'document' | 'none';

export const svgType = 'image/svg+xml';

export function shownAs(file: Pick<StoredFile, 'contentType' | 'name' | 'preview'>): ShownAs {
  const { contentType, name, preview } = file;
  const kind = kindOf(contentType);
  // The name of a program may also be that of a film, of which there is a picture then.
  const isFilm = kind === 'video' && preview?.state === 'made';
  if (!isFilm && documentKindOf(contentType, name) !== undefined) return 'document';
  if (kind === 'photo') return preview !== null || isDrawn(contentType) ? 'picture' : 'none';
  if (kind === 'video') return 'film';
  if (kind === 'audio') return 'sound';
  return 'none';
}

/** Whether the browser draws the picture itself. */
export function isDrawn(contentType: string): boolean {
  return contentType === svgType || (contentType.startsWith('image/') && isShown(contentType));
}

const words: Record<ShownAs, string> = {
  picture: 'picture',
  film: 'film',
  sound: 'sound',
  document: 'document',
  none: 'file',
};

/** "lake.jpg, picture, 3 of 41": what a screen reader says of the file that is shown. */
export function announcement(name: string, shown: ShownAs, at: number, count: number): string {
  return `${name}, ${words[shown]}, ${placeText(at, count)}`;
}

/** "3 of 41". */
export function placeText(at: number, count: number): string {
  return `${(at + 1).toLocaleString('en')} of ${count.toLocaleString('en')}`;
}
