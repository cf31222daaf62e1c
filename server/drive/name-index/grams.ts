const cjk = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;
const letterOrDigit = /[\p{L}\p{N}]/u;
/** What the index takes for the end of a gram. */
const asciiSign = /[\0-/:-`{-\x7f]/g;
/** Stands for all of those. */
const anySign = '·';
/** Before the first characters of a word. */
const wordBegin = '¹';
/** Characters of a gram, unless a word is shorter. */
const size = 3;

/**
 * What a folded name can be found by: all runs of three characters, the first one and two of each word, and in Chinese,
 * Japanese and Korean every character and every two.
 */
export function gramsOfName(key: string): string[] {
  const characters = charactersOf(key);
  const grams = new Set<string>();
  for (const [at, character] of characters.entries()) {
    const next = characters[at + 1];
    if (at + size <= characters.length) grams.add(characters.slice(at, at + size).join(''));
    if (cjk.test(character)) {
      grams.add(character);
      if (next !== undefined && cjk.test(next)) grams.add(character + next);
    }
    if (!isWordBegin(characters, at)) continue;
    grams.add(wordBegin + character);
    if (next !== undefined) grams.add(wordBegin + character + next);
  }
  return [...grams];
}

/** The grams that every name has in which a folded term is found (`termMatcher`); none when they are of no help. */
export function gramsOfTerm(term: string): string[] {
  const characters = charactersOf(term);
  if (characters.length >= size)
    return characters.slice(0, 1 - size).map((_, at) => characters.slice(at, at + size).join(''));
  if (characters.every((character) => cjk.test(character))) return [characters.join('')];
  if (isShort(term)) return [wordBegin + characters.join('')];
  return characters.filter((character) => cjk.test(character));
}

/** Whether a folded name has a term: anywhere, or at the beginning of a word if it has only one or two letters. */
export function termMatcher(term: string): (key: string) => boolean {
  if (!isShort(term)) return (key) => key.includes(term);
  const characters = Array.from(term, (character) => String.raw`\u{${character.codePointAt(0)?.toString(16)}}`);
  const begin = new RegExp(String.raw`(?<![\p{L}\p{N}])${characters.join('')}`, 'u');
  return (key) => begin.test(key);
}

/** One or two characters of a script with an alphabet, the first one a letter or digit. */
function isShort(term: string): boolean {
  const characters = Array.from(term);
  return characters.length < size && letterOrDigit.test(characters[0] ?? '') && !cjk.test(term);
}

function isWordBegin(characters: readonly string[], at: number): boolean {
  return letterOrDigit.test(characters[at] ?? '') && !letterOrDigit.test(characters[at - 1] ?? '');
}

function charactersOf(text: string): string[] {
  return Array.from(text.replace(asciiSign, anySign));
}
