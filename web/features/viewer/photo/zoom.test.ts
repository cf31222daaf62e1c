import { expect, test } from 'vitest';
import { fit, maxScale, movedBy, zoomedBy } from './zoom.ts';

const frame = { picture: { width: 600, height: 400 }, stage: { width: 800, height: 500 } };
const middle = { x: 0, y: 0 };

test('the point that is magnified at stays where it is', () => {
  const at = { x: 120, y: -40 };
  const zoom = zoomedBy(4, fit, at, frame);
  // Where the same spot of the picture is drawn now.
  expect(zoom.x + (at.x - fit.x) * zoom.scale).toBeCloseTo(at.x);
  expect(zoom.y + (at.y - fit.y) * zoom.scale).toBeCloseTo(at.y);
});

test('a picture is not magnified beyond the limit and never smaller than it fits', () => {
  expect(zoomedBy(1000, fit, middle, frame).scale).toBe(maxScale);
  expect(zoomedBy(0.01, { scale: 3, x: 50, y: 50 }, middle, frame)).toEqual(fit);
});

test('a picture stays in the middle until it is larger than the stage, and then ends at its edges', () => {
  expect(movedBy({ x: 500, y: 500 }, fit, frame)).toEqual(fit);
  expect(movedBy({ x: 5000, y: -5000 }, { ...fit, scale: 2 }, frame)).toEqual({ scale: 2, x: 200, y: -150 });
});
