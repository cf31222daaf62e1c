import { expect, test } from 'vitest';
import { idsInBand } from './band.ts';

/** Two lead cells and five entries: rows `- - a`, `b c d`, `e`. Cells of 100 by 80, 20 apart. */
const area = {
  ids: ['a', 'b', 'c', 'd', 'e'],
  lead: 2,
  columns: 3,
  width: 100,
  height: 80,
  gapX: 20,
  gapY: 20,
  extra: 0,
};

test.each([
  ['everything', { left: -50, top: -50, right: 500, bottom: 500 }, ['a', 'b', 'c', 'd', 'e']],
  ['lead cells only', { left: 10, top: 10, right: 200, bottom: 60 }, []],
  ['the end of one cell and the beginning of the next', { left: 90, top: 110, right: 130, bottom: 120 }, ['b', 'c']],
  ['the space between two columns', { left: 105, top: 0, right: 115, bottom: 300 }, []],
  ['the space between two rows', { left: 0, top: 85, right: 300, bottom: 95 }, []],
  ['one column', { left: 250, top: 0, right: 260, bottom: 300 }, ['a', 'd']],
  ['a row that is not full', { left: 0, top: 210, right: 400, bottom: 220 }, ['e']],
  ['nothing, above', { left: 0, top: -90, right: 400, bottom: -10 }, []],
  ['nothing, below', { left: 0, top: 300, right: 400, bottom: 400 }, []],
])('%s', (_, band, ids) => {
  expect(idsInBand(area, band)).toEqual(ids);
});

test('a higher first row moves the others down', () => {
  const higher = { ...area, extra: 50 };
  expect(idsInBand(higher, { left: 0, top: 100, right: 400, bottom: 120 })).toEqual(['a']);
  expect(idsInBand(higher, { left: 0, top: 140, right: 400, bottom: 145 })).toEqual([]);
  expect(idsInBand(higher, { left: 0, top: 160, right: 400, bottom: 170 })).toEqual(['b', 'c', 'd']);
});
