import { isShown } from '#contract/shown-types.ts';
import { sizeText } from '#web/ui/browser/size-text.ts';

/** What is said of a file that only the server has, while that cannot be reached. */
export const notHere = 'Not on this device';
export const fileOfflineMessage = `${notHere}. Available when you're back online.`;

/** " · download" after what is told of a file whose type the browser does not show: it is said before a click. */
export function downloadMark({ contentType }: { contentType: string }): string {
  return isShown(contentType) ? '' : ' · download';
}

/** The size of a file, and whether a click downloads it. */
export function sizeAndMark(file: { size: number; contentType: string }): string {
  return sizeText(file.size) + downloadMark(file);
}
