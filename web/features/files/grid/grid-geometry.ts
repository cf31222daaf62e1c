/**
 * The geometry of a grid of tiles, in CSS pixels. All tiles have the same size, so a row's position is known without
 * rendering it.
 */
export type GridGeometry = { columns: number; tileWidth: number; tileHeight: number; gapX: number; gapY: number };

/** A tile's field is 7 wide and 6 high; below it are two lines of caption. */
const fieldRatio = 6 / 7;
const captionMin = 56;
const captionPadding = 10;
const captionRem = 2.5;

const phoneWidth = 720;
/** Less than this is one column on a phone: with large text, names and buttons would not fit into two. */
const twoColumnsRem = 16;
const wideWidth = 1800;

/** `width` is that of the grid, `viewport` that of the page, `rem` the text size of the browser. */
export function gridGeometry({ width, viewport, rem }: { width: number; viewport: number; rem: number }): GridGeometry {
  const { least, gapX, gapY } = spacing(viewport);
  const onPhone = width < twoColumnsRem * rem ? 1 : 2;
  const columns = viewport <= phoneWidth ? onPhone : Math.max(1, Math.floor((width + gapX) / (least + gapX)));
  const tileWidth = (width - (columns - 1) * gapX) / columns;
  const caption = Math.max(captionMin, captionPadding + captionRem * rem);
  return { columns, tileWidth, tileHeight: tileWidth * fieldRatio + caption, gapX, gapY };
}

function spacing(viewport: number) {
  if (viewport <= phoneWidth) return { least: 0, gapX: 16, gapY: 24 };
  if (viewport >= wideWidth) return { least: 212, gapX: 40, gapY: 48 };
  return { least: 168, gapX: 28, gapY: 36 };
}
