import { setImmediate as turn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { maxSearchedWords } from '#contract/limits.ts';
import type { Tables } from '#server/database/tables.ts';
import { maxMistakes, mistakes } from '../name-index/words.ts';

/** Words that are compared before others have their turn. */
const wordsAtOnce = 5000;
/** Words that stand for one that is misspelled, the most like it first. */
const maxLike = 3;

type Like = { word: string; distance: number };

/** What may have been meant: terms of which those that no name of the account has are replaced by words like them. */
export async function correctTerms(db: Kysely<Tables>, number: number, terms: readonly string[]): Promise<string[][]> {
  const likes: string[][] = [];
  for (const term of terms) likes.push(await wordsLike(db, number, term));
  const most = Math.max(...likes.map((words) => words.length));
  if (!likes.some((words, at) => words.length > 0 && words[0] !== terms[at])) return [];
  return Array.from({ length: most }, (_, rank) =>
    terms.map((term, at) => likes[at]?.[Math.min(rank, (likes[at]?.length ?? 0) - 1)] ?? term),
  );
}

/** The words of an account that are most like a term; only the term itself if it is in one of those looked at. */
async function wordsLike(db: Kysely<Tables>, number: number, term: string): Promise<string[]> {
  const max = maxMistakes(term);
  if (max === 0) return [];
  let best: Like[] = [];
  let last = { length: term.length - max, word: '' };
  for (let looked = 0; looked < maxSearchedWords; looked += wordsAtOnce) {
    const words = await wordsAfter(db, number, { ...last, maxLength: term.length + max });
    const found = words.map(({ word }) => ({ word, distance: mistakes(term, word, max) }));
    best = [...best, ...found.filter(({ distance }) => distance <= max)]
      .toSorted((one, other) => one.distance - other.distance)
      .slice(0, maxLike);
    const lastWord = words.at(-1);
    if (best[0]?.distance === 0) return [term];
    if (lastWord === undefined || words.length < wordsAtOnce) break;
    last = lastWord;
    await turn();
  }
  return best.map(({ word }) => word);
}

function wordsAfter(
  db: Kysely<Tables>,
  number: number,
  { length, word, maxLength }: { length: number; word: string; maxLength: number },
) {
  return db
    .selectFrom('search_words')
    .select(['length', 'word'])
    .where('number', '=', number)
    .where('length', '<=', maxLength)
    .where((eb) => eb.or([eb('length', '>', length), eb.and([eb('length', '=', length), eb('word', '>', word)])]))
    .orderBy('length')
    .orderBy('word')
    .limit(wordsAtOnce)
    .execute();
}
