import type { File as StoredFile } from '#contract/records/entries.ts';
import { isDrawn } from '../kinds/shown-as.ts';

type Pictured = Pick<StoredFile, 'contentType' | 'url' | 'preview'>;

/** The first types have moving pictures, and the last has no size of its own. */
const alwaysWhole = ['image/gif', 'image/svg+xml'];

/**
 * The addresses that show a picture, the best first. The one made for screens opens at once; the whole picture, if the
 * browser draws it, is for what is magnified, and for what moves. `svgUrl` leads to an SVG that was fetched.
 */
export function sourcesOf(file: Pictured, { magnified, svgUrl }: { magnified: boolean; svgUrl?: string }): string[] {
  const { contentType, preview } = file;
  const made = preview?.state === 'made' ? preview : undefined;
  const own = contentType === 'image/svg+xml' ? svgUrl : isDrawn(contentType) ? file.url : undefined;
  const isWholeBest = magnified || alwaysWhole.includes(contentType);
  const ordered = isWholeBest ? [own, made?.screenUrl, made?.url] : [made?.screenUrl, own, made?.url];
  return ordered.filter((url) => url !== undefined && url !== null);
}
