/** The names that people write by hand; all others stay as they are written. */
const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  shy: '\u00ad',
  copy: '©',
  reg: '®',
  trade: '™',
  euro: '€',
  pound: '£',
  cent: '¢',
  sect: '§',
  para: '¶',
  deg: '°',
  plusmn: '±',
  times: '×',
  divide: '÷',
  frac12: '½',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  bull: '•',
  middot: '·',
  larr: '←',
  rarr: '→',
  uarr: '↑',
  darr: '↓',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  eacute: 'é',
  egrave: 'è',
  agrave: 'à',
  ccedil: 'ç',
  ntilde: 'ñ',
};

const reference = /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,10}));/gi;

/** Replaces character references such as `&amp;`, `&#8230;` and `&#x2026;` (HTML standard, section 13.2.5.72 and following). */
export function decodeReferences(text: string): string {
  return text.replace(reference, (written, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return named[name] ?? written;
    return characterOf(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
  });
}

function characterOf(point: number): string {
  const isNone = point === 0 || point > 0x10ffff || (point >= 0xd800 && point < 0xe000);
  return isNone ? '\ufffd' : String.fromCodePoint(point);
}
