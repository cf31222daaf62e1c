import { expect, test } from 'vitest';
import { printable, printableJson, printableLines } from './printable.ts';

const hostile = 'a\u001b]0;title\u0007\u009b2J\u202egnp.exe\nb\r\t';

test('what moves the cursor or turns the text around is shown and does nothing', () => {
  expect(printable(hostile)).toBe('a\\u{1b}]0;title\\u{7}\\u{9b}2J\\u{202e}gnp.exe\\u{a}b\\u{d}\\u{9}');
  expect(printable('žluťoučký 家族 👩‍👩‍👧 רגיל')).toBe('žluťoučký 家族 👩‍👩‍👧 רגיל');
  expect(printableLines('one\u001b[2J\ntwo')).toBe('one\\u{1b}[2J\ntwo');
});

test('JSON has no such character, and is the same value', () => {
  const text = printableJson({ name: hostile });
  expect(text).not.toMatch(/[\p{Cc}\u202e]/u);
  expect(JSON.parse(text)).toEqual({ name: hostile });
});
