import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { maxSearchedWords } from '#contract/limits.ts';
import type { Tables } from '#server/database/tables.ts';
import { maxMistakes, mistakes, wordsOf } from '../name-index/words.ts';

/** Words that stand for one that is misspelled, the most like it first. */
const maxLike = 3;
/** So many are compared without a turn of the event loop. */
const wordsInTurn = 5000;
/** A shorter rest of a term is in too many names. */
const minRest = 4;

/** Where words of an account's names are: in the index under its number, and in folded names that are not indexed yet. */
type Words = { number: number; names: readonly string[] };

/**
 * What may have been meant: terms of which those that no name of the account has are replaced by words like them. With
 * `firstToo` the first letter of a term may be another one; as the whole rest is right then, the rest stands for it.
 */
export async function correctTerms(
  db: Kysely<Tables>,
  { number, names }: Words,
  { terms, firstToo }: { terms: readonly string[]; firstToo: boolean },
): Promise<string[][]> {
  const unindexed = [...new Set(names.flatMap(wordsOf))];
  const likes: string[][] = [];
  const max = Math.floor(maxSearchedWords / terms.length);
  for (const term of terms) {
    const words = await wordsLike(db, { number, unindexed, max }, term);
    const rest = term.slice(1);
    likes.push(firstToo && words.length === 0 && maxMistakes(term) > 0 && rest.length >= minRest ? [rest] : words);
  }
  const most = Math.max(...likes.map((words) => words.length));
  if (!likes.some((words, at) => words.length > 0 && words[0] !== terms[at])) return [];
  return Array.from({ length: most }, (_, rank) =>
    terms.map((term, at) => likes[at]?.[Math.min(rank, (likes[at]?.length ?? 0) - 1)] ?? term),
  );
}

/**
 * The words of an account that are most like a term; only the term itself if it is one. They begin with its first letter,
 * or with its second one, where the first is too much or has changed places with it.
 */
async function wordsLike(
  db: Kysely<Tables>,
  { number, unindexed, max: maxWords }: { number: number; unindexed: readonly string[]; max: number },
  term: string,
): Promise<string[]> {
  const max = maxMistakes(term);
  if (max === 0) return [];
  const lengths = Array.from({ length: 2 * max + 1 }, (_, at) => term.length - max + at);
  const ranges = [...new Set(Array.from(term).slice(0, 2))].flatMap((first) =>
    lengths.map((length) => ({ first, length })),
  );
  const limit = Math.floor(maxWords / ranges.length);
  const indexed = await Promise.all(ranges.map((range) => wordsBeginningWith(db, number, { ...range, limit })));
  const begins = unindexed.filter((word) => ranges.some(({ first }) => word.startsWith(first)));
  const like: { word: string; distance: number }[] = [];
  for (const [at, word] of [...new Set([...indexed.flat(), ...begins])].entries()) {
    if (at % wordsInTurn === wordsInTurn - 1) await nextTurn();
    const distance = mistakes(term, word, max);
    if (distance <= max) like.push({ word, distance });
  }
  const best = like.toSorted((one, other) => one.distance - other.distance);
  return best[0]?.distance === 0 ? [term] : best.slice(0, maxLike).map(({ word }) => word);
}

async function wordsBeginningWith(
  db: Kysely<Tables>,
  number: number,
  { first, length, limit }: { first: string; length: number; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('search_words')
    .select('word')
    .where('number', '=', number)
    .where('length', '=', length)
    .where('word', '>=', first)
    .where('word', '<', after(first))
    .limit(limit)
    .execute();
  return rows.map(({ word }) => word);
}

/** The text before which all words stand that begin with a letter. */
function after(letter: string): string {
  return String.fromCodePoint((letter.codePointAt(0) ?? 0) + 1);
}
