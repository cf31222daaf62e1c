import type { Principal } from '#server/accounts/principal.ts';
import type { BlobStore } from '#server/blobs/blob-store.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Write } from '../changes/changes.ts';
import { filesAt } from '../files/files-at.ts';
import { type CommittedFile, type CompleteUpload, insertCommitted, type Placed } from './insert-uploads.ts';
import { quotaLeft } from './quota.ts';

/** What became of an upload: a file; why none; undefined when it is no more, finished already or given up. */
export type Outcome = CommittedFile | KeepsakeError | undefined;

/**
 * Turns complete uploads of one account into files, or into the next versions of the files of their names, inside a
 * transaction: blobs, versions, entries, usage, changes, in a few statements. Each has another place. The same content
 * kept twice by one person takes room once. Outcomes come in the order of the uploads: upload-offset-conflict,
 * digest-mismatch, quota-exceeded, generation-mismatch, folder-not-found, name-taken (by a folder).
 */
export async function commitUploads(
  write: Write,
  blobs: BlobStore,
  principal: Principal,
  { uploads, at }: { uploads: readonly CompleteUpload[]; at: number },
): Promise<Outcome[]> {
  const outcomes = new Map<string, Outcome>();
  const refuse = ({ upload: { id } }: CompleteUpload, code: KeepsakeError) => void outcomes.set(id, code);

  const current = await currentUploads(write, principal, uploads);
  const matching = current.filter((keep) => {
    const { sha256 } = keep.upload;
    const isOther = sha256 !== null && sha256 !== keep.hashes.sha256;
    if (isOther) refuse(keep, new KeepsakeError('digest-mismatch'));
    return !isOther;
  });
  const known = await knownIds(write, matching);
  const fresh = matching.filter((keep) => {
    if (known.has(keep.upload.id)) refuse(keep, new KeepsakeError('upload-offset-conflict'));
    return !known.has(keep.upload.id);
  });
  const found = await filesAt(write.trx, principal, fresh.map(placeOf));
  const placed: Placed[] = fresh.flatMap((keep, i) => {
    const there = found[i];
    if (!(there instanceof KeepsakeError)) return [{ ...keep, there }];
    refuse(keep, there);
    return [];
  });
  const fitting = await withinQuota(write, principal, placed);
  for (const keep of placed) if (!fitting.includes(keep)) refuse(keep, new KeepsakeError('quota-exceeded'));

  for (const [id, outcome] of await insertCommitted(write, blobs, principal, { placed: fitting, at }))
    outcomes.set(id, outcome);
  return uploads.map(({ upload: { id } }) => outcomes.get(id));
}

/** The uploads as their rows are now: what grew has another length, what is no more is left out. */
async function currentUploads(
  { trx }: Write,
  principal: Principal,
  uploads: readonly CompleteUpload[],
): Promise<CompleteUpload[]> {
  const begun = uploads.filter(({ isNew }) => !isNew).map(({ upload }) => upload.id);
  if (begun.length === 0) return [...uploads];
  const rows = await trx
    .selectFrom('uploads')
    .selectAll()
    .where('id', 'in', begun)
    .where('account', '=', principal.account)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return uploads.flatMap((keep) => {
    const upload = keep.isNew ? keep.upload : byId.get(keep.upload.id);
    return upload === undefined ? [] : [{ ...keep, upload }];
  });
}

/** The ids of new uploads that another upload has or had, whoever it belongs to. */
async function knownIds({ trx }: Write, uploads: readonly CompleteUpload[]): Promise<Set<string>> {
  const ids = uploads.filter(({ isNew }) => isNew).map(({ upload }) => upload.id);
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
async function withinQuota(
  { trx }: Write,
  principal: Principal,
  placed: readonly Placed[],
): Promise<readonly Placed[]> {
  if (!placed.some(({ isNew }) => isNew)) return placed;
  let room = await quotaLeft(trx, principal);
  return placed.filter(({ isNew, upload: { length } }) => {
    if (!isNew) return true;
    if (length > room) return false;
    room -= length;
    return true;
  });
}

function placeOf({ upload }: CompleteUpload) {
  return { folderId: upload.parent_id, name: upload.name, ifGeneration: upload.if_generation };
}
