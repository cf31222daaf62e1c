import type { File as StoredFile } from '#contract/records/entries.ts';
import { isShown } from '#contract/shown-types.ts';
import { durationText } from '#web/ui/browser/duration-text.ts';
import { sizeText } from '#web/ui/browser/size-text.ts';

/** What is said of a file that only the server has, while that cannot be reached. */
export const notHere = 'Not on this device';
export const fileOfflineMessage = `${notHere}. Available when you're back online.`;

/** " · download" after what is told of a file whose type the browser does not show: it is said before a click. */
export function downloadMark({ contentType }: { contentType: string }): string {
  return isShown(contentType) ? '' : ' · download';
}

/** How long a film or a sound plays, where that is known; listings that a browser saved earlier do not say. */
export function lengthText({ preview }: Pick<StoredFile, 'preview'>): string | undefined {
  return preview?.state === 'made' && preview.seconds ? durationText(preview.seconds) : undefined;
}

/** The size of a file, and whether a click downloads it. */
export function sizeAndMark(file: { size: number; contentType: string }): string {
  return sizeText(file.size) + downloadMark(file);
}
