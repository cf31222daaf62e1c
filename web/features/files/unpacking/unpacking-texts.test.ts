import { expect, test } from 'vitest';
import { countsText, failureText, leftOutText } from './unpacking-texts.ts';

const left = (path: string, why: 'method' | 'link', method: string | null = null) => ({ path, why, method });

test('says what was left out and why, some of it by name', () => {
  expect(leftOutText({ leftOut: { count: 0, first: [] } })).toBeUndefined();
  expect(leftOutText({ leftOut: { count: 1, first: [left('a/b.txt', 'method', 'LZMA')] } })).toBe(
    'This was left out: a/b.txt is packed in a way that is not supported (LZMA).',
  );
  expect(leftOutText({ leftOut: { count: 1, first: [left(`${'x'.repeat(100)}/b.txt`, 'link')] } })).toBe(
    `This was left out: …${'x'.repeat(53)}/b.txt is a link.`,
  );
  const first = ['a', 'b', 'c\u202e', 'd'].map((path) => left(path, 'link'));
  expect(leftOutText({ leftOut: { count: 1200, first } })).toBe(
    'These were left out: a is a link, b is a link, c\ufffd is a link, and 1,197 more.',
  );
});

test('says how far it is, and why it failed', () => {
  expect(countsText({ entries: { done: 1200, total: 30_000 } })).toBe('1,200 of 30,000');
  expect(failureText({ error: 'quota-exceeded' })).toBe('Not all of it was unpacked. The account has no space left.');
  expect(failureText({ error: 'of a newer server' })).toMatch(/Something went wrong on the server\.$/);
});
