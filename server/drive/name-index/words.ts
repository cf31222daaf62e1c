/** Shorter words are too like one another, and longer ones are no words. */
const minLetters = 4;
const maxLetters = 32;
const word = /[\p{L}\p{M}]+/gu;
const cjk = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;
/** Letters from which on two mistakes are forgiven. */
const longWord = 8;

/** The words of a folded name that what is misspelled is compared with. */
export function wordsOf(key: string): string[] {
  const words = key.match(word) ?? [];
  return [...new Set(words)].filter((one) => one.length >= minLetters && one.length <= maxLetters && !cjk.test(one));
}

/** How many mistakes a term may have: letters that are missing, too many, others, or in the place of their neighbours. */
export function maxMistakes(term: string): number {
  const [whole] = wordsOf(term);
  if (whole !== term) return 0;
  return term.length >= longWord ? 2 : 1;
}

/** The number of mistakes between two words (restricted Damerau-Levenshtein), or `max` + 1 if there are more. */
export function mistakes(one: string, other: string, max: number): number {
  if (Math.abs(one.length - other.length) > max) return max + 1;
  const [letters, others] = [lettersOf(one), lettersOf(other)];
  // Each mistake brings or takes one letter at most: for most words that is enough to tell.
  if (countOf(letters & ~others) > max || countOf(others & ~letters) > max) return max + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      let least = Math.min(cell(last, j) + 1, cell(row, j - 1) + 1, cell(last, j - 1) + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        least = Math.min(least, cell(beforeLast, j - 2) + 1);
      row.push(least);
    }
    if (Math.min(...row) > max) return max + 1;
    [beforeLast, last] = [last, row];
  }
  return Math.min(cell(last, other.length), max + 1);
}

/** The letters that occur in a word, as bits; several letters have the same bit. */
function lettersOf(text: string): number {
  let bits = 0;
  for (let at = 0; at < text.length; at += 1) bits |= 1 << (text.charCodeAt(at) & 31);
  return bits;
}

/** How many bits are set. */
function countOf(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count += 1;
  return count;
}

function cell(row: readonly number[], at: number): number {
  return row[at] ?? Number.POSITIVE_INFINITY;
}
