import { describe, expect, test } from 'vitest';
import { partsOf } from './matches.ts';

describe('what of a name was typed', () => {
  test.each([
    ['lanterns.jpg', 'lant', '[lant]erns.jpg'],
    ['night-of-the-lanterns', 'LANT', 'night-of-the-[lant]erns'],
    ['Übung macht Meister', 'ubung meis', '[Übung] macht [Meis]ter'],
    ['Stra\u00dfe', 'strasse', '[Stra\u00dfe]'],
    ['e\u0301cole', 'ecole', '[e\u0301cole]'],
    ['aaa', 'aa', '[aa]a'],
    ['\u{1f3d4} lake', 'lake', '\u{1f3d4} [lake]'],
    ['other', 'lake', 'other'],
    ['lake', '', 'lake'],
  ])('%s, %s', (name, typed, marked) => {
    const parts = partsOf(name, typed);
    expect(parts.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join('')).toBe(marked);
    expect(parts.map(({ text }) => text).join('')).toBe(name);
  });
});
