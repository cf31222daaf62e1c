import { ApiError } from '#client/api-error.ts';
import type { Listing } from '../cache/listing.ts';
import type { Listings } from './listings.ts';

/** A folder that is not there any more, the one around it that went to Trash with it, or itself, and what that was in; null is Root. */
export type Gone = { name: string; went: string; from: string | null };

/** What became of a folder as it was last known; only what is in Trash can have gone from there. */
export async function whereGone(
  listings: Pick<Listings, 'read'>,
  folder: Listing['folder'] | undefined,
): Promise<Gone | undefined> {
  if (folder === undefined) return undefined;
  const { name } = folder;
  let went = name;
  for (const around of folder.path.toReversed()) {
    if (await isThere(listings, around.id)) return { name, went, from: around.id };
    went = around.name;
  }
  return { name, went, from: null };
}

/** What cannot be asked about counts as there: its own page says more. */
async function isThere(listings: Pick<Listings, 'read'>, id: string): Promise<boolean> {
  return await listings.read(id).then(
    () => true,
    (error: unknown) => !(error instanceof ApiError && error.code === 'entry-not-found'),
  );
}
