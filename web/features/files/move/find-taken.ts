import { nameVariant } from '#contract/names/name-variants.ts';
import type { File as StoredFile } from '#contract/records/entries.ts';
import type { Listings } from '../listing/listings.ts';
import type { Thing } from '../placing/placing-outcome.ts';

/** A file that goes to a folder, the one that has its name there, and the name that it gets if both are stored. */
export type Taken = { pair: readonly [StoredFile, StoredFile]; numbered: string | undefined };

/**
 * Reads what a choice is made by; null when the file there is not found. `numbered` is undefined when that name is taken,
 * too. Throws ApiError.
 */
export async function findTaken(
  { read, named }: Pick<Listings, 'read' | 'named'>,
  { id, name }: Thing,
  folderId: string | null,
): Promise<Taken | null> {
  const numbered = nameVariant({ name, kind: 'file' }, '2', 1);
  const [going, there, next] = await Promise.all([read(id), named(name, folderId), named(numbered, folderId)]);
  if (there === undefined || !('url' in going) || !('url' in there)) return null;
  return { pair: [going, there], numbered: next === undefined ? numbered : undefined };
}
