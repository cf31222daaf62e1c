import { foldText, naturalKey } from '#contract/names/natural-order.ts';

/** Letters that languages place for themselves: Latin and Cyrillic, each before those with accents. */
const scripts = [
  {
    letters: 'abcdefghijklmnopqrstuvwxyz',
    others: [
      [0xdf, 0x24f],
      [0x1e00, 0x1eff],
    ],
  },
  { letters: 'абвгдежзийклмнопрстуфхцчшщъыьэюя', others: [[0x450, 0x4ff]] },
] as const;
/** What some letters stand for where they have no place of their own. */
const pairs = ['ae', 'oe', 'ss'];
/** Behind every letter that follows another: these are no characters. */
const after = '\uFFFE';
const firstRank = 0xe000;

const plain = /^[\x20-\x7e]$/;

/**
 * The keys by which names are in the order of a language, as `naturalKey` makes them for all: a letter with a place of its
 * own in the alphabet stands there ("ö" after "z" in Swedish, with "o" in German). Letters that are written with two
 * characters ("ch" in Czech), and Chinese characters, have none.
 */
export function createAlphabet(language: string | undefined) {
  let alphabet: ReturnType<typeof alphabetOf> | undefined;

  return (name: string): string => {
    alphabet ??= alphabetOf(placesIn(language));
    const { places, has, every } = alphabet;
    if (!has.test(name)) return naturalKey(name);
    const letters = name.normalize('NFC').toLowerCase();
    return naturalKey(letters.replace(every, (letter) => places.get(letter) ?? letter));
  };
}

/** Most names have none of its letters. A few languages move letters of ASCII too. */
function alphabetOf(places: ReadonlyMap<string, string>) {
  const ascii = [...places.keys()].filter((letter) => plain.test(letter)).join('');
  const any = `[^\\x20-\\x7e]${ascii && `|[${ascii}]`}`;
  return { places, has: new RegExp(any, 'i'), every: new RegExp(any, 'g') };
}

/** What stands in a key for letters that are not where their code point or the letter below their accent is. */
function placesIn(language: string | undefined): Map<string, string> {
  const { compare } = new Intl.Collator(language, { sensitivity: 'base' });
  const places = new Map<string, string>();
  for (const { letters, others } of scripts) {
    const all = [...Array.from(letters), ...others.flatMap(([from, to]) => lettersBetween(from, to))].toSorted(compare);
    let anchor = '';
    let rank = 0;
    let before = '';
    for (const letter of all) {
      const pair = pairs.find((two) => compare(letter, two) === 0);
      const isSame = before !== '' && compare(letter, before) === 0;
      if (pair) places.set(letter, pair);
      else if (isSame) places.set(letter, places.get(before) ?? before);
      else if (letters.includes(letter) && letter > anchor && foldText(letter) === letter) anchor = letter;
      else {
        rank += 1;
        places.set(letter, anchor + after + String.fromCharCode(firstRank + rank));
      }
      if (!pair && !isSame) before = letter;
    }
  }
  return places;
}

function lettersBetween(from: number, to: number): string[] {
  const all = Array.from({ length: to - from + 1 }, (_, at) => String.fromCharCode(from + at));
  return all.filter((letter) => /^\p{Ll}$/u.test(letter));
}
