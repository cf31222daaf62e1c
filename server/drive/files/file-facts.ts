import type { Facts } from '#contract/records/facts.ts';
import type { Database } from '#server/database/open.ts';
import type { FactsRow } from '#server/database/tables/drive-rows.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Scope } from '../access/scope.ts';
import { liveAncestors } from '../tree/ancestors.ts';

type Columns = {
  [column in keyof Omit<FactsRow, 'account' | 'is_later' | 'tries' | 'lacks_decoder'>]: FactsRow[column] | null;
};

/** Reads what the current version of a file says of itself. Throws object-not-found. */
export function createReadFacts({ db }: { db: Database }) {
  return async (scope: Scope, fileId: string): Promise<Facts> => {
    const row = await db
      .selectFrom('entries')
      .innerJoin('versions', 'versions.id', 'entries.current_version')
      .leftJoin('facts', 'facts.blob_id', 'versions.blob_id')
      .selectAll('facts')
      .where('entries.id', '=', fileId)
      .where('entries.account', '=', scope.account)
      .executeTakeFirst();
    if (row === undefined || !(await liveAncestors(db, scope, [fileId])).has(fileId))
      throw new KeepsakeError('object-not-found');
    return factsOf(row);
  };
}

function factsOf(row: Columns): Facts {
  const { camera, lens, width, height, seconds, pages, title, artist } = row;
  return {
    state: row.state === 'damaged' ? 'waiting' : (row.state ?? 'none'),
    takenAt: takenOf(row),
    camera,
    lens,
    exposure: exposureOf(row),
    place: placeOf(row),
    width,
    height,
    seconds,
    pages,
    title,
    artist,
  };
}

function takenOf({ taken_local: local, taken_offset: offset, taken_from: from }: Columns): Facts['takenAt'] {
  return local === null || from === null ? null : { local, offset, from };
}

function exposureOf({ aperture, exposure: seconds, iso, focal_length: focalLength }: Columns): Facts['exposure'] {
  const isAny = [aperture, seconds, iso, focalLength].some((value) => value !== null);
  return isAny ? { aperture, seconds, iso, focalLength } : null;
}

function placeOf({ latitude, longitude }: Columns): Facts['place'] {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}
