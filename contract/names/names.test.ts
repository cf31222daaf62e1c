import { describe, expect, test } from 'vitest';
import { foldedName, nameKey, nameProblem, shownName, visibleName } from './names.ts';

describe('nameProblem', () => {
  test.each([
    ['photo.jpg', undefined],
    ['x'.repeat(255), undefined],
    ['x'.repeat(256), 'name-too-long'],
    ['😀'.repeat(63), undefined],
    ['😀'.repeat(64), 'name-too-long'],
    ['', 'name-empty'],
    ['\t \u00a0', 'name-empty'],
    ['.', 'name-reserved'],
    ['..', 'name-reserved'],
    ['...', undefined],
    ['a/b', 'name-has-slash'],
    ['a\\b', undefined],
    ['\0', 'name-has-nul'],
    ['\udfff', 'name-not-text'],
  ])('%j is %s', (name, problem) => {
    expect(nameProblem(name)).toBe(problem);
  });
});

describe('nameKey', () => {
  test.each([
    ['Café', 'Cafe\u0301'],
    ['Å', '\u212b'],
    ['각', '\u1100\u1161\u11a8'],
  ])('%j and %j are one name', (one, other) => {
    expect(nameKey(one)).toBe(nameKey(other));
  });

  test.each([
    ['a', 'b'],
    ['a', 'A'],
    ['a', 'ａ'],
    ['a', 'a '],
    ['straße', 'strasse'],
    ['resume', 'résumé'],
  ])('%j and %j are two', (one, other) => {
    expect(nameKey(one)).not.toBe(nameKey(other));
  });
});

describe('foldedName', () => {
  test.each([
    ['Café', 'CAFE\u0301'],
    ['straße', 'STRASSE'],
    ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
  ])('%j and %j collide on other systems', (one, other) => {
    expect(foldedName(one)).toBe(foldedName(other));
  });
});

test('visibleName shows what would disguise a name, and leaves the marks that languages need', () => {
  expect(visibleName('photo\u202egpj.exe')).toBe('photo\ufffdgpj.exe');
  expect(visibleName('a\u001b[2J\nb\u2066c\u2069')).toBe('a\ufffd[2J\ufffdb\ufffdc\ufffd');
  expect(visibleName('רגיל\u200f (1) 家族 👩‍👩‍👧')).toBe('רגיל\u200f (1) 家族 👩‍👩‍👧');
});

describe('shownName (specification, section 9)', () => {
  test.each([
    ['123456789', '123456789', false],
    ['1234567890', '12345678', true],
    ['👨‍👩‍👧‍👦'.repeat(9), '👨‍👩‍👧‍👦'.repeat(9), false],
    ['👨‍👩‍👧‍👦'.repeat(10), '👨‍👩‍👧‍👦'.repeat(8), true],
    ['ab\u202ecd', 'ab\ufffdcd', false],
    ['e\u0301'.repeat(10), 'e\u0301'.repeat(8), true],
  ])('%j is shown as %j', (name, text, cut) => {
    expect(shownName(name)).toEqual({ text, cut });
  });
});
