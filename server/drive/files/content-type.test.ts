import { expect, test } from 'vitest';
import { contentTypeOf } from './content-type.ts';

test.each([
  ['lake.jpg', undefined, 'image/jpeg'],
  ['lake.jpg', 'image/png; q=1', 'image/png'],
  ['lake.jpg', 'no type', 'image/jpeg'],
  // As browsers declare them that do not know them.
  ['DSC_0001.NEF', '', 'image/x-nikon-nef'],
  ['IMG_0001.cr2', 'application/octet-stream', 'image/x-canon-cr2'],
  ['nef', undefined, 'application/octet-stream'],
  ['lake.constructor', undefined, 'application/octet-stream'],
])('%j that is declared as %j is stored as %s', (name, declared, stored) => {
  expect(contentTypeOf(name, declared)).toBe(stored);
});
