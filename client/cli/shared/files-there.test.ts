import { expect, test } from 'vitest';
import { commonStart } from './files-there.ts';

test.each([
  [['a.txt'], 'a.txt'],
  [['IMG_1.jpg', 'IMG_2.jpg'], 'IMG_'],
  [['caf\u00e9.txt'], 'caf'],
  [['cafe\u0301.txt'], 'caf'],
  [['a', 'b'], ''],
  [['\u{1f600}', '\u{1f601}'], ''],
])('%j and what counts as the same begin with "%s"', (names, start) => {
  expect(commonStart(names)).toBe(start);
});
