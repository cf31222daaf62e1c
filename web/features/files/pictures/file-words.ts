import type { File as StoredFile } from '#contract/records/entries.ts';
import { isShown } from '#contract/shown-types.ts';
import { sizeText } from '#contract/texts/amounts.ts';
import { durationText } from '#web/ui/browser/duration-text.ts';
import type { OpensIn } from '../parts/opens-in.ts';

/** What is said of a file that only the server has, while that cannot be reached. */
export const notHere = 'Not on this device';
/** What is said of anything that needs the server. */
export const offlineMessage = "Available when you're back online.";
export const fileOfflineMessage = `${notHere}. ${offlineMessage}`;

/**
 * " · download" after what is told of a file whose type the browser does not show: it is said before a click. Nothing where a
 * click opens the viewer.
 */
export function downloadMark({ contentType }: { contentType: string }, opens: OpensIn = 'tab'): string {
  return opens === 'viewer' || isShown(contentType) ? '' : ' · download';
}

/** How long a film or a sound plays, where that is known; listings that a browser saved earlier do not say. */
export function lengthText({ preview }: Pick<StoredFile, 'preview'>): string | undefined {
  return preview?.state === 'made' && preview.seconds ? durationText(preview.seconds) : undefined;
}

/** The size of a file, and whether a click downloads it. */
export function sizeAndMark(file: { size: number; contentType: string }, opens?: OpensIn): string {
  return sizeText(file.size) + downloadMark(file, opens);
}

/** What a click on a file does. */
export function clickText(file: { contentType: string }, opens: OpensIn): string {
  if (opens === 'viewer') return 'opens over the page';
  return isShown(file.contentType) ? 'opens in a new tab' : 'is downloaded';
}
