import { expect, test } from 'vitest';
import { gridGeometry } from './grid-geometry.ts';

test('two columns on a phone, as many as fit elsewhere, wider ones on very large screens', () => {
  const columns = (width: number, viewport: number) => gridGeometry({ width, viewport, rem: 16 }).columns;
  expect(columns(328, 360)).toBe(2);
  expect(columns(1178, 1280)).toBe(6);
  expect(columns(2240, 2560)).toBe(9);
  expect(columns(100, 800)).toBe(1);
});

test('with large text there is one column on a phone', () => {
  const columns = (width: number, rem: number) => gridGeometry({ width, viewport: width + 32, rem }).columns;
  expect(columns(328, 20)).toBe(2);
  expect(columns(288, 16)).toBe(2);
  expect(columns(328, 32)).toBe(1);
});

test('the tiles fill the width, and captions grow with the text', () => {
  const { columns, tileWidth, gapX, tileHeight } = gridGeometry({ width: 1178, viewport: 1280, rem: 16 });
  expect(columns * tileWidth + (columns - 1) * gapX).toBeCloseTo(1178);
  expect(tileHeight).toBeCloseTo((tileWidth * 6) / 7 + 56);
  expect(gridGeometry({ width: 1178, viewport: 1280, rem: 32 }).tileHeight).toBeCloseTo((tileWidth * 6) / 7 + 90);
});
