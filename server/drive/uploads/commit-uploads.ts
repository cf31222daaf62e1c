import type { BlobStore } from '#server/blobs/blob-store.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { required } from '#server/errors/required.ts';
import type { Scope } from '../access/scope.ts';
import type { Write } from '../changes/transactions.ts';
import { filesAt } from '../files/files-at.ts';
import { type CommittedFile, type CompleteUpload, insertCommitted, type Placed } from './insert-committed.ts';
import { quotaLeft } from './quota.ts';

/** What became of an upload: a file, or why none. */
export type Outcome = CommittedFile | KeepsakeError;

/**
 * Turns complete uploads of one account into files, or into the next versions of the files of their names, inside a
 * transaction: blobs, versions, entries, usage, changes, in a few statements. Each has another place. The same content
 * stored twice by one person takes space once. Outcomes come in the order of the uploads: upload-offset-conflict,
 * digest-mismatch, quota-exceeded, generation-mismatch, folder-not-found, name-taken (by a folder). Throws StaleUpload.
 */
export async function commitUploads(
  write: Write,
  blobs: BlobStore,
  scope: Scope,
  { uploads, at }: { uploads: readonly CompleteUpload[]; at: number },
): Promise<Outcome[]> {
  const outcomes = new Map<string, Outcome>();
  const refuse = ({ upload: { id } }: CompleteUpload, code: KeepsakeError) => void outcomes.set(id, code);

  const matching = uploads.filter((one) => {
    const { sha256 } = one.upload;
    const isOther = sha256 !== null && sha256 !== one.hashes.sha256;
    if (isOther) refuse(one, new KeepsakeError('digest-mismatch'));
    return !isOther;
  });
  const known = await knownIds(write, matching);
  const fresh = matching.filter((one) => {
    if (known.has(one.upload.id)) refuse(one, new KeepsakeError('upload-offset-conflict'));
    return !known.has(one.upload.id);
  });
  const found = await filesAt(write.trx, scope, fresh.map(placeOf));
  const placed: Placed[] = fresh.flatMap((one, i) => {
    const there = found[i];
    if (!(there instanceof KeepsakeError)) return [{ ...one, there }];
    refuse(one, there);
    return [];
  });
  const fitting = await withinQuota(write, scope, placed);
  for (const one of placed) if (!fitting.includes(one)) refuse(one, new KeepsakeError('quota-exceeded'));

  for (const [id, outcome] of await insertCommitted(write, blobs, scope, { placed: fitting, at }))
    outcomes.set(id, outcome);
  return uploads.map(({ upload: { id } }) => required(outcomes.get(id), 'outcome of an upload'));
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
async function withinQuota({ trx }: Write, scope: Scope, placed: readonly Placed[]): Promise<readonly Placed[]> {
  if (!placed.some(({ isNew }) => isNew)) return placed;
  let room = await quotaLeft(trx, scope);
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
