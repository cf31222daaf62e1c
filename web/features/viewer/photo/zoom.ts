/**
 * How far a picture is magnified and moved. `scale` 1 fits it into the stage; `x` and `y` lead from the middle of the stage to
 * the middle of the picture, in CSS pixels.
 */
export type Zoom = { scale: number; x: number; y: number };
type Size = { width: number; height: number };
type Point = { x: number; y: number };

/** What a picture is seen in: its size when it fits, and that of the stage, in CSS pixels. */
export type Frame = { picture: Size; stage: Size };

export const fit: Zoom = { scale: 1, x: 0, y: 0 };
export const maxScale = 16;
/** What a button or key magnifies by. */
export const step = 1.5;
/** What a double click or double tap magnifies to. */
export const doubled = 2.5;

/** Magnified by a factor, so that the point, counted from the middle of the stage, stays where it is. */
export function zoomedBy(factor: number, zoom: Zoom, at: Point, frame: Frame): Zoom {
  const scale = Math.min(maxScale, Math.max(1, zoom.scale * factor));
  const grown = scale / zoom.scale;
  return within({ scale, x: at.x - (at.x - zoom.x) * grown, y: at.y - (at.y - zoom.y) * grown }, frame);
}

/** Moved by a distance, but not beyond its edges. */
export function movedBy(by: Point, zoom: Zoom, frame: Frame): Zoom {
  return within({ ...zoom, x: zoom.x + by.x, y: zoom.y + by.y }, frame);
}

function within({ scale, x, y }: Zoom, { picture, stage }: Frame): Zoom {
  const farthest = (whole: number, seen: number) => Math.max(0, (whole * scale - seen) / 2);
  const held = (value: number, most: number) => Math.min(most, Math.max(-most, value));
  return {
    scale,
    x: held(x, farthest(picture.width, stage.width)),
    y: held(y, farthest(picture.height, stage.height)),
  };
}
