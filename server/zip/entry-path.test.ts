import { expect, test } from 'vitest';
import { pathOf } from './entry-path.ts';

test.each([
  ['a/b.txt', ['a', 'b.txt']],
  ['./a//b/./c/', ['a', 'b', 'c']],
  ['a..b/...', ['a..b', '...']],
  ['ab:c', ['ab:c']],
  ['../a', undefined],
  ['a/../../b', undefined],
  ['a/..', undefined],
  ['/etc/passwd', undefined],
  ['//server/share', undefined],
  ['C:/Windows', undefined],
  ['c:a', undefined],
  ['a\0/b', undefined],
  ['', undefined],
  ['./', undefined],
])('%j leads to %j', (name, path) => {
  expect(pathOf(name)).toEqual(path);
});
