/** Reads the colours of a style sheet and computes their contrast. */

/** A colour in linear sRGB, each part 0 to 1, and its opacity. */
export type Colour = { red: number; green: number; blue: number; alpha: number };

/**
 * The colours among the custom properties of a style sheet, by name without the dashes, as one theme sees them. Reads
 * `oklch(l c h)`, `oklch(l c h / a)`, hex, and `light-dark()` of these; other values are left out.
 */
export function readColours(css: string, theme: 'light' | 'dark'): Map<string, Colour> {
  const colours = new Map<string, Colour>();
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, '');
  for (const [, name = '', value = ''] of plain.matchAll(/--([\w-]+):\s*([^;]+);/g)) {
    const both = /^light-dark\(\s*([a-z]+\([^)]*\)|#\w+)\s*,\s*([a-z]+\([^)]*\)|#\w+)\s*\)$/.exec(value.trim());
    const colour = parseColour((both ? both[theme === 'light' ? 1 : 2] : value)?.trim() ?? '');
    // The first value applies by default; later ones are for `prefers-contrast: more`.
    if (colour && !colours.has(name)) colours.set(name, colour);
  }
  return colours;
}

/** The contrast ratio of WCAG 2.2 (1 to 21) between a colour and its background; transparency is blended first. */
export function contrast(upper: Colour, ground: Colour): number {
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

/**
 * CSS Color 4, section 10.2: OKLCH by way of OKLab and cone responses to linear sRGB; cut to what a screen can show.
 */
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
