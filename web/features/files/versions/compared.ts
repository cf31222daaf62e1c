import type { Version } from '#contract/api/versions-api.ts';
import { maxComparedPictureBytes, maxComparedTextBytes } from '#contract/display.ts';
import { kindOf } from '#contract/kinds.ts';
import { isShown } from '#contract/shown-types.ts';

/** How two versions can be shown side by side; undefined if they cannot. */
export function comparisonOf(one: Version, other: Version): 'pictures' | 'texts' | undefined {
  if (pictureOf(one) !== undefined && pictureOf(other) !== undefined) return 'pictures';
  return kindOf(one.contentType) === 'text' && kindOf(other.contentType) === 'text' ? 'texts' : undefined;
}

/** The address of a picture that is not too large to be shown: that of the version, or of its thumbnail. */
export function pictureOf({ contentType, size, url, preview }: Version): string | undefined {
  if (kindOf(contentType) !== 'photo') return undefined;
  if (isShown(contentType) && size <= maxComparedPictureBytes) return url;
  return preview?.state === 'made' ? preview.url : undefined;
}

export function isTooLong({ size }: Version): boolean {
  return size > maxComparedTextBytes;
}
