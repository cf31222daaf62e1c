import { describe, expect, test } from 'vitest';
import { foldName, termsOf } from './fold.ts';
import { gramsOfName, gramsOfTerm, termMatcher } from './grams.ts';
import { maxMistakes, mistakes, wordsOf } from './words.ts';

describe('names and searches', () => {
  test.each([
    ['Äpfel', 'apfel'],
    ['Ａｐｐｌｅ', 'apple'],
    ['STRASSE', 'straße'],
    ['Łódź', 'lodz'],
    ['Ærø', 'aero'],
    ['e\u0301te\u0301', 'été'],
    ['ﾃﾞｰﾀ', 'デーた'],
    ['한글', '한글'.normalize('NFD')],
    ['ΣΊΣΥΦΟΣ', 'Σίσυφος'],
  ])('%s and %s are folded alike', (one, other) => {
    expect(foldName(one)).toBe(foldName(other));
  });

  test('what tells letters of other scripts apart stays', () => {
    expect(foldName('が')).not.toBe(foldName('か'));
    expect(foldName('写真')).toBe('写真');
  });

  test('a search is its words, each once', () => {
    expect(termsOf('  Trip\u3000TRIP  Ål ')).toEqual(['trip', 'al']);
    expect(termsOf(' ')).toEqual([]);
  });

  test.each([
    ['img_2023 (1).jpg', ['2023', 'g_2', 'im', 'i', '(1)', '1', 'jp', '.jpg'], ['m', 'pg', '024', '_3']],
    ['家族写真.png', ['写', '写真', '族写真', 'png', '真.p'], ['真写']],
    ['😀😀 party', ['😀😀 ', 'party', 'pa'], ['ar']],
    ['한글 문서', ['글', '문서'], ['서문']],
  ])('%s is found by its parts', (name, parts, others) => {
    const key = foldName(name);
    const grams = new Set(gramsOfName(key));
    for (const part of parts) {
      expect(termMatcher(foldName(part))(key)).toBe(true);
      for (const gram of gramsOfTerm(foldName(part))) expect(grams).toContain(gram);
    }
    for (const other of others) expect(termMatcher(foldName(other))(key)).toBe(false);
  });

  test('no gram has a character that would end it in the index', () => {
    for (const gram of gramsOfName("a\"b 'c'*:^(d)-[x]~\u007f".toLowerCase()))
      expect(gram).not.toMatch(/[\0-/:-`{-\x7f]/);
  });
});

describe('mistakes', () => {
  test.each([
    ['rechnugn', 'rechnung', 1],
    ['rechnung', 'rechnung', 0],
    ['rechnng', 'rechnung', 1],
    ['rexxnung', 'rechnung', 2],
    ['rexxnugn', 'rechnung', 3],
    ['abcdefgh', 'rechnung', 3],
    ['a', 'rechnung', 3],
  ])('%s has as many as it has against %s', (one, other, count) => {
    expect(mistakes(one, other, 2)).toBe(count);
    expect(mistakes(other, one, 2)).toBe(count);
  });

  test('are forgiven in words only, more in longer ones', () => {
    expect(['abc', 'abcd', 'abcdefgh', 'img_2023', '写真写真'].map(maxMistakes)).toEqual([0, 1, 2, 0, 0]);
    expect(wordsOf('rechnung_2023 der rechnung (entwurf).pdf 写真写真')).toEqual(['rechnung', 'entwurf']);
  });
});
