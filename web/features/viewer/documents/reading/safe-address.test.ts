import { expect, test } from 'vitest';
import { safeAddress } from './safe-address.ts';

test.each([
  ['https://example.org/a b', 'https://example.org/a%20b'],
  ['HTTP://Example.org', 'http://example.org/'],
  ['mailto:bo@example.org?subject=plums', 'mailto:bo@example.org?subject=plums'],
])('%s is an address', (written, address) => {
  expect(safeAddress(written)).toBe(address);
});

test.each([
  'javascript:alert(1)',
  ' java\nscript:alert(1)',
  'data:text/html,x',
  'file:///x',
  'tel:1',
  '/x',
  '//x',
  'x',
  '',
])('%j is none', (written) => {
  expect(safeAddress(written)).toBeUndefined();
});
