import { expect, test } from 'vitest';
import { firstLines } from './first-lines.ts';

const size = { columns: 10, lines: 3 };

test.each<[string, Uint8Array, string[]]>([
  ['lines of every kind', Buffer.from('one\r\ntwo\n\nfour'), ['one', 'two', '']],
  ['long lines', Buffer.from(`${'a'.repeat(15)}\nb`), ['a'.repeat(10), 'aaaaa', 'b']],
  ['tabs', Buffer.from('\tx'), ['  x']],
  ['UTF-8 that is cut off', Buffer.from('Grüße 写真').subarray(0, -1), ['Grüße 写']],
  ['UTF-16, either way', Buffer.from('\ufeffÄrger', 'utf16le'), ['Ärger']],
  ['UTF-16, the other way', Buffer.from('\ufeffÄrger', 'utf16le').swap16(), ['Ärger']],
  ['Latin-1', Buffer.from('Grüße', 'latin1'), ['Grüße']],
  ['characters that are not to be shown', Buffer.from('a\u0007\u202eb\u200b'), ['ab']],
  ['nothing but space', Buffer.from(' \n\t\n'), []],
  ['no text', Buffer.from([1, 2, 0, 3]), []],
])('%s', (_, bytes, expected) => {
  expect(firstLines(bytes, size)).toEqual(expected);
});
