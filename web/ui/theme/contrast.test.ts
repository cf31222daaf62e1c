/** The colours of the token file keep the contrast of WCAG 2.2 (1.4.3 and 1.4.11) in light and dark. */
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/** A colour in linear sRGB, each part 0 to 1, and its opacity. */
type Colour = { red: number; green: number; blue: number; alpha: number };

const themes = ['light', 'dark'] as const;
const tokens = readFileSync('web/ui/theme/tokens.css', 'utf8');

/** Smallest contrast of text, and of what is no text but has to be seen. */
const leastOfText = 4.5;
const leastOfMarks = 3;

/** [text, the grounds it stands on] */
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

/** [border or mark, the grounds it is seen against] */
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

/** Carry no text and say nothing: hairlines, drawings, photo corners, what lies behind dialogs. */
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

/**
 * The colours among the custom properties of a style sheet, by name without the dashes, as one theme sees them. Reads
 * `oklch(l c h)`, `oklch(l c h / a)`, hex, and `light-dark()` of these; other values are left out.
 */
function readColours(css: string, theme: 'light' | 'dark'): Map<string, Colour> {
  const colours = new Map<string, Colour>();
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, '');
  for (const [, name = '', value = ''] of plain.matchAll(/--([\w-]+):\s*([^;]+);/g)) {
    const both = /^light-dark\(\s*([a-z]+\([^)]*\)|#\w+)\s*,\s*([a-z]+\([^)]*\)|#\w+)\s*\)$/.exec(value.trim());
    const colour = parseColour((both ? both[theme === 'light' ? 1 : 2] : value)?.trim() ?? '');
    // The first is the one of every screen; later ones are for people who ask for more contrast.
    if (colour && !colours.has(name)) colours.set(name, colour);
  }
  return colours;
}

/** The contrast of WCAG 2.2 (1 to 21) of a colour that lies on another; what is see-through is mixed first. */
function contrast(upper: Colour, ground: Colour): number {
  const [light = 0, dark = 0] = [luminance(over(upper, ground)), luminance(ground)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function parseColour(text: string): Colour | undefined {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text)?.[1];
  if (hex) {
    const digits = hex.length === 3 ? Array.from(hex, (digit) => digit + digit) : (hex.match(/../g) ?? []);
    const [red = 0, green = 0, blue = 0] = digits.map((pair) => toLinear(Number.parseInt(pair, 16) / 255));
    return { red, green, blue, alpha: 1 };
  }
  const oklch = /^oklch\(\s*([\d.]+)\s+([\d.]+)\s+([\d.]+)(?:\s*\/\s*([\d.]+))?\s*\)$/.exec(text);
  if (!oklch) return undefined;
  const [lightness = 0, chroma = 0, hue = 0] = oklch.slice(1, 4).map(Number);
  return { ...fromOklch(lightness, chroma, hue), alpha: Number(oklch[4] ?? 1) };
}

/** CSS Color 4, section 10.2: OKLCH by way of OKLab and cone responses to linear sRGB; cut to what a screen can show. */
function fromOklch(lightness: number, chroma: number, hue: number) {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return {
    red: cut(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    green: cut(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    blue: cut(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  };
}

/** Mixed as screens do, in sRGB as it is written. */
function over(upper: Colour, ground: Colour): Colour {
  const mix = (part: 'red' | 'green' | 'blue') =>
    toLinear(toWritten(upper[part]) * upper.alpha + toWritten(ground[part]) * (1 - upper.alpha));
  return { red: mix('red'), green: mix('green'), blue: mix('blue'), alpha: 1 };
}

function luminance({ red, green, blue }: Colour): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function toLinear(written: number): number {
  return written <= 0.04045 ? written / 12.92 : ((written + 0.055) / 1.055) ** 2.4;
}

function toWritten(linear: number): number {
  return linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055;
}

function cut(part: number): number {
  return Math.min(1, Math.max(0, part));
}
