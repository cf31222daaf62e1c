/** The colours of the token file keep the contrast of WCAG 2.2 (1.4.3 and 1.4.11) in light and dark. */
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Colour, contrast, readColours } from './colours.ts';

const themes = ['light', 'dark'] as const;
const tokens = readFileSync('web/ui/theme/tokens.css', 'utf8');

/** Smallest contrast of text, and of what is no text but has to be seen. */
const leastOfText = 4.5;
const leastOfMarks = 3;

/** [text, its backgrounds] */
const texts: [string, string[]][] = [
  ['ink', ['page', 'sheet', 'sunk', 'accent-wash', 'danger-wash']],
  ['ink-2', ['page', 'sheet', 'sunk', 'accent-wash', 'danger-wash']],
  ['ink-3', ['page', 'sheet', 'sunk']],
  ['accent', ['page', 'sheet', 'sunk', 'accent-wash']],
  ['accent-deep', ['page', 'sheet', 'sunk', 'accent-wash', 'danger-wash']],
  ['on-accent', ['accent', 'accent-deep']],
  ['on-leaf', ['leaf', 'print']],
  ['on-leaf-2', ['leaf', 'print']],
  ['on-cloth', ['cloth']],
  ['danger', ['page', 'sheet', 'danger-wash']],
  ['on-danger', ['danger-fill']],
  ['on-stage', ['stage']],
  ['on-stage-2', ['stage']],
];

/** [border or mark, its backgrounds] */
const marks: [string, string[]][] = [
  ['edge', ['page', 'sheet']],
  ['accent', ['page', 'sheet', 'sunk', 'accent-wash']],
  ['danger', ['sheet']],
  ['danger-fill', ['sheet']],
];

describe.each(themes)('in the %s theme', (theme) => {
  const colours = readColours(tokens, theme);

  test.each(pairs(texts))('the text --%s can be read on --%s', (text, ground) => {
    expect(contrast(colour(text), colour(ground))).toBeGreaterThanOrEqual(leastOfText);
  });

  test.each(pairs(marks))('--%s is seen on --%s', (mark, ground) => {
    expect(contrast(colour(mark), colour(ground))).toBeGreaterThanOrEqual(leastOfMarks);
  });

  function colour(name: string): Colour {
    const found = colours.get(name);
    if (!found) throw new Error(`tokens.css has no colour --${name}`);
    return found;
  }
});

test('every ink and every ground of the token file is in a pair', () => {
  const named = new Set([...texts, ...marks].flatMap(([name, grounds]) => [name, ...grounds]));
  const bare = [...readColours(tokens, 'light').keys()].filter((name) => !named.has(name) && !seenOnly.includes(name));
  expect(bare).toEqual([]);
});

/** Decorative, without text: hairlines, drawings, photo corners, the backdrop of dialogs. */
const seenOnly = ['line', 'corner', 'board', 'board-deep', 'kraft', 'scrim'];

test('light-dark() is given two colours: with anything else a browser drops the whole declaration', () => {
  const colour = String.raw`(?:oklch\([^()]*\)|#\w{3,8}|var\(--[\w-]+\))`;
  const colours = new RegExp(String.raw`light-dark\(\s*${colour}\s*,\s*${colour}\s*\)`, 'g');
  for (const file of globSync('web/**/*.css', { exclude: ['web/dist/**'] })) {
    const plain = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
    expect({ file, others: plain.replace(colours, '').match(/light-dark\(/g) }).toEqual({ file, others: null });
  }
});

test('white on black is 21, and a mid grey is what WCAG says it is', () => {
  const sample = readColours('--w: #fff; --b: oklch(0 0 0); --g: #767676; --half: oklch(1 0 0 / 0.5);', 'light');
  const [white, black, grey, half] = [...sample.values()] as [Colour, Colour, Colour, Colour];
  expect(contrast(white, black)).toBeCloseTo(21, 5);
  expect(contrast(grey, white)).toBeCloseTo(4.54, 2);
  expect(contrast(half, black)).toBeCloseTo(5.32, 1);
});

test('a token that changes for the worse is seen', () => {
  const worse = tokens.replace(/--ink-3: light-dark\(oklch\(0\.5 /, '--ink-3: light-dark(oklch(0.62 ');
  expect(worse).not.toBe(tokens);
  const colours = readColours(worse, 'light');
  expect(contrast(colours.get('ink-3') as Colour, colours.get('page') as Colour)).toBeLessThan(leastOfText);
});

function pairs(list: [string, string[]][]): [string, string][] {
  return list.flatMap(([name, grounds]) => grounds.map((ground): [string, string] => [name, ground]));
}
