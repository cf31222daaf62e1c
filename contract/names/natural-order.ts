/** Longer names are in the order of their first characters only. */
const maxCharacters = 120;
/** Digits that tell how many digits follow. */
const lengthDigits = 3;

/** Marks on Latin, Greek and Cyrillic letters; those of other scripts are letters of their own. */
const accents = /[\u0300-\u036f]/g;
const number = /\d+/g;
/** Stands for a dot, and before every other character: "a.txt" comes before "a (copy).txt". */
const dot = '\u001f';
/** What is folded by its case alone. */
const plain = /^[\x20-\x7e]*$/;

/**
 * A key that puts names into the order in which people look for them, when keys are compared by code points (`compareKeys`):
 * without regard to case, accents and width, with numbers by their value, so that "img 2" stands before "img 10", and with
 * a name before those that begin with it, whatever their extensions.
 */
export function naturalKey(name: string): string {
  const key = foldText(name)
    .replace(number, (digits) => {
      const value = digits.replace(/^0+(?=\d)/, '');
      return String(value.length).padStart(lengthDigits, '0') + value;
    })
    .replaceAll('.', dot);
  return key.length <= maxCharacters ? key : Array.from(key).slice(0, maxCharacters).join('');
}

/** A text without regard to case, accents and width. */
export function foldText(text: string): string {
  if (plain.test(text)) return text.toLowerCase();
  return text.normalize('NFKD').replace(accents, '').normalize('NFC').toUpperCase().toLowerCase();
}

/** Compares by code points, as the databases compare bytes of UTF-8: negative if the first one comes first. */
export function compareKeys(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let i = 0; i < length; i += 1) {
    const a = one.charCodeAt(i);
    const b = other.charCodeAt(i);
    // Surrogates stand for code points beyond all others.
    if (a !== b) return isSurrogate(a) === isSurrogate(b) ? a - b : isSurrogate(a) ? 1 : -1;
  }
  return one.length - other.length;
}

/** Items in the order of their names. */
export function inNaturalOrder<Item>(items: readonly Item[], nameOf: (item: Item) => string): Item[] {
  return items
    .map((item) => ({ item, key: naturalKey(nameOf(item)) }))
    .toSorted((one, other) => compareKeys(one.key, other.key))
    .map(({ item }) => item);
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}
