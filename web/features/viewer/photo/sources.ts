import type { File as StoredFile } from '#contract/records/entries.ts';
import { isDrawn } from '../kinds/shown-as.ts';

type Pictured = Pick<StoredFile, 'contentType' | 'url' | 'size' | 'preview'>;

/** Whole pictures are loaded up to this size where it is not known that they are wanted: ahead, and where they may move. */
export const maxAheadBytes = 4_000_000;
/** The first types have moving pictures, and the last has no size of its own. */
const alwaysWhole = ['image/gif', 'image/apng', 'image/svg+xml'];

/**
 * The addresses that show a picture, the best first. The one made for screens opens at once; the whole picture, if the
 * browser draws it, is for what is magnified, and for what moves. `svgUrl` leads to an SVG that was fetched.
 */
export function sourcesOf(file: Pictured, { magnified, svgUrl }: { magnified: boolean; svgUrl?: string }): string[] {
  const { contentType, size, preview } = file;
  const made = preview?.state === 'made' ? preview : undefined;
  const own = contentType === 'image/svg+xml' ? svgUrl : isDrawn(contentType) ? file.url : undefined;
  // Few do, and the others open about as fast.
  const mayMove = contentType === 'image/webp' && size <= maxAheadBytes;
  const isWholeBest = magnified || mayMove || alwaysWhole.includes(contentType);
  const ordered = isWholeBest ? [own, made?.screenUrl, made?.url] : [made?.screenUrl, own, made?.url];
  return ordered.filter((url) => url !== undefined && url !== null);
}
