import { expect, test } from 'vitest';
import { contentsText } from './contents-text.ts';

test.each([
  [0, 0, 'Empty'],
  [0, 1, '1 file'],
  [0, 48, '48 files'],
  [2, 19, '2 folders, 19 files'],
  [1, 0, '1 folder'],
  [3, 1200, '3 folders, 1,200 files'],
])('%i folders and %i files are written %s', (folders, files, text) => {
  expect(contentsText({ folders, files, bytes: 0 })).toBe(text);
});
