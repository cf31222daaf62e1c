import type { Facts } from '#contract/records/facts.ts';
import type { Database } from '#server/database/open.ts';
import type { FactsRow, ToldFactsRow } from '#server/database/tables/drive-rows.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Scope } from '../access/scope.ts';
import { liveAncestors } from '../tree/ancestors.ts';
import { posterUrl } from '../tree/content-urls.ts';
import { wantsPoster } from './wants-poster.ts';

type Columns = {
  [column in keyof Omit<FactsRow, 'account' | 'is_later' | 'tries' | 'lacks_decoder'>]: FactsRow[column] | null;
} & Pick<ToldFactsRow, 'description'> & {
    [column in keyof Omit<ToldFactsRow, 'description'> as `told_${column}`]: ToldFactsRow[column] | null;
  };

/** Reads what the current version of a file says of itself, and what was told of it. Throws object-not-found. */
export function createReadFacts({ db }: { db: Database }) {
  return async (scope: Scope, fileId: string): Promise<Facts> => {
    const row = await db
      .selectFrom('entries')
      .innerJoin('versions', 'versions.id', 'entries.current_version')
      .leftJoin('facts', 'facts.blob_id', 'versions.blob_id')
      .leftJoin('told_facts as told', 'told.blob_id', 'versions.blob_id')
      .leftJoin('previews', 'previews.blob_id', 'versions.blob_id')
      .selectAll('facts')
      .select(['versions.id as versionId', 'previews.state as preview'])
      .select(['told.blob_id as told_blob_id', 'told.taken_at as told_taken_at', 'told.description'])
      .select(['told.latitude as told_latitude', 'told.longitude as told_longitude'])
      .where('entries.id', '=', fileId)
      .where('entries.account', '=', scope.account)
      .executeTakeFirst();
    if (row === undefined || !(await liveAncestors(db, scope, [fileId])).has(fileId))
      throw new KeepsakeError('object-not-found');
    return { ...factsOf(row), posterUrl: wantsPoster(row) ? posterUrl(fileId, row.versionId) : null };
  };
}

function factsOf(row: Columns): Omit<Facts, 'posterUrl'> {
  const { camera, lens, width, height, seconds, pages, title, artist, description } = row;
  return {
    state: stateOf(row),
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
    description,
  };
}

function stateOf({ state, told_blob_id: told }: Columns): Facts['state'] {
  if (state === 'waiting' || state === 'damaged') return 'waiting';
  return state === 'read' || told !== null ? 'read' : 'none';
}

/** Where it counts most first, as `takenAtOf` has it. */
function takenOf({ taken_local, taken_offset: offset, taken_from, told_taken_at }: Columns): Facts['takenAt'] {
  if (told_taken_at !== null && (taken_from === null || taken_from === 'name'))
    return { local: new Date(told_taken_at).toISOString().slice(0, 19), offset: '+00:00', from: 'sidecar' };
  return taken_local === null || taken_from === null ? null : { local: taken_local, offset, from: taken_from };
}

function exposureOf({ aperture, exposure: seconds, iso, focal_length: focalLength }: Columns): Facts['exposure'] {
  const isAny = [aperture, seconds, iso, focalLength].some((value) => value !== null);
  return isAny ? { aperture, seconds, iso, focalLength } : null;
}

function placeOf({ latitude, longitude, told_latitude, told_longitude }: Columns): Facts['place'] {
  if (latitude !== null && longitude !== null) return { latitude, longitude };
  return told_latitude === null || told_longitude === null
    ? null
    : { latitude: told_latitude, longitude: told_longitude };
}
