import type { Actor } from '#server/accounts/principal.ts';
import type { BlobStore } from '#server/blobs/blob-store.ts';
import { DriveError } from '#server/errors/keepsake-error.ts';
import type { Write } from '../changes/changes.ts';
import { filesAt } from '../files/files-at.ts';
import { insertKept, type Keep, type KeptFile, type Placed } from './insert-uploads.ts';
import { roomLeft } from './quota.ts';

/** What became of an upload: a file; why none; undefined when it is no more, finished already or given up. */
export type Outcome = KeptFile | DriveError | undefined;

/**
 * Turns complete uploads of one account into files, or into the next versions of the files of their names, inside a
 * transaction: blobs, versions, entries, usage, changes, in a few statements. Each has another place. The same content
 * kept twice by one person takes room once. Outcomes come in the order of the uploads: upload-offset-conflict,
 * digest-mismatch, quota-exceeded, generation-mismatch, folder-not-found, name-taken (by a folder).
 */
export async function keepAll(
  write: Write,
  blobs: BlobStore,
  actor: Actor,
  { keeps, at }: { keeps: readonly Keep[]; at: number },
): Promise<Outcome[]> {
  const outcomes = new Map<string, Outcome>();
  const refuse = ({ upload: { id } }: Keep, code: DriveError) => void outcomes.set(id, code);

  const current = await currentUploads(write, actor, keeps);
  const matching = current.filter((keep) => {
    const { sha256 } = keep.upload;
    const isOther = sha256 !== null && sha256 !== keep.hashes.sha256;
    if (isOther) refuse(keep, new DriveError('digest-mismatch'));
    return !isOther;
  });
  const known = await knownIds(write, matching);
  const fresh = matching.filter((keep) => {
    if (known.has(keep.upload.id)) refuse(keep, new DriveError('upload-offset-conflict'));
    return !known.has(keep.upload.id);
  });
  const found = await filesAt(write.trx, actor, fresh.map(placeOf));
  const placed: Placed[] = fresh.flatMap((keep, i) => {
    const there = found[i];
    if (!(there instanceof DriveError)) return [{ ...keep, there }];
    refuse(keep, there);
    return [];
  });
  const fitting = await withinQuota(write, actor, placed);
  for (const keep of placed) if (!fitting.includes(keep)) refuse(keep, new DriveError('quota-exceeded'));

  for (const [id, outcome] of await insertKept(write, blobs, actor, { placed: fitting, at })) outcomes.set(id, outcome);
  return keeps.map(({ upload: { id } }) => outcomes.get(id));
}

/** The uploads as their rows are now: what grew has another length, what is no more is left out. */
async function currentUploads({ trx }: Write, actor: Actor, keeps: readonly Keep[]): Promise<Keep[]> {
  const begun = keeps.filter(({ isNew }) => !isNew).map(({ upload }) => upload.id);
  if (begun.length === 0) return [...keeps];
  const rows = await trx
    .selectFrom('uploads')
    .selectAll()
    .where('id', 'in', begun)
    .where('account', '=', actor.account)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return keeps.flatMap((keep) => {
    const upload = keep.isNew ? keep.upload : byId.get(keep.upload.id);
    return upload === undefined ? [] : [{ ...keep, upload }];
  });
}

/** The ids of new uploads that another upload has or had, whoever it belongs to. */
async function knownIds({ trx }: Write, keeps: readonly Keep[]): Promise<Set<string>> {
  const ids = keeps.filter(({ isNew }) => isNew).map(({ upload }) => upload.id);
  if (ids.length === 0) return new Set();
  const rows = await trx
    .selectFrom('finished_uploads')
    .select('id')
    .where('id', 'in', ids)
    .union(trx.selectFrom('uploads').select('id').where('id', 'in', ids))
    .union(trx.selectFrom('blobs').select('id').where('id', 'in', ids))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Those that the quota leaves room for, in their order; what has a row has its room already. */
async function withinQuota({ trx }: Write, actor: Actor, placed: readonly Placed[]): Promise<readonly Placed[]> {
  if (!placed.some(({ isNew }) => isNew)) return placed;
  let room = await roomLeft(trx, actor);
  return placed.filter(({ isNew, upload: { length } }) => {
    if (!isNew) return true;
    if (length > room) return false;
    room -= length;
    return true;
  });
}

function placeOf({ upload }: Keep) {
  return { folderId: upload.parent_id, name: upload.name, ifGeneration: upload.if_generation };
}
