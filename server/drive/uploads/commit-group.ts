import type { BlobStore } from '#server/blobs/blob-store.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { required } from '#server/errors/required.ts';
import type { Scope } from '../access/scope.ts';
import type { Write } from '../changes/transactions.ts';
import { filesAt } from '../tree/files-at.ts';
import type { CompleteUpload, Placed } from './complete-upload.ts';
import { type CommittedFile, insertCommitted } from './insert-committed.ts';
import { quotaLeft } from './quota.ts';

/** The result of an upload: a file, or the error. */
export type Outcome = CommittedFile | KeepsakeError;

/**
 * Turns complete uploads of one account into files, or into the next versions of the files of their names, inside a
 * transaction: blobs, versions, entries, usage, changes, in a few statements. No two uploads may have the same place.
 * Content that an account already has takes no further space. Returns outcomes in the order of the uploads; errors are
 * upload-interrupted, upload-offset-conflict, digest-mismatch, quota-exceeded, generation-mismatch, folder-not-found,
 * name-taken (by a folder). Throws StaleUpload.
 */
export async function commitUploads(
  write: Write,
  blobs: BlobStore,
  scope: Scope,
  { uploads, at }: { uploads: readonly CompleteUpload[]; at: number },
): Promise<Outcome[]> {
  const outcomes = new Map<string, Outcome>();
  const reject = ({ upload: { id } }: CompleteUpload, error: KeepsakeError) => void outcomes.set(id, error);

  const wanted = uploads.filter((one) => {
    const isAbandoned = one.isAbandoned?.() ?? false;
    if (isAbandoned) reject(one, new KeepsakeError('upload-interrupted'));
    return !isAbandoned;
  });
  const matching = wanted.filter((one) => {
    const { sha256 } = one.upload;
    const isOther = sha256 !== null && sha256 !== one.hashes.sha256;
    if (isOther) reject(one, new KeepsakeError('digest-mismatch'));
    return !isOther;
  });
  const known = await knownIds(write, matching);
  const fresh = matching.filter((one) => {
    if (known.has(one.upload.id)) reject(one, new KeepsakeError('upload-offset-conflict'));
    return !known.has(one.upload.id);
  });
  const found = await filesAt(write.trx, scope, fresh.map(placeOf));
  const placed: Placed[] = fresh.flatMap((one, i) => {
    const there = found[i];
    if (!(there instanceof KeepsakeError)) return [{ ...one, there }];
    reject(one, there);
    return [];
  });
  const fitting = await withinQuota(write, scope, placed);
  for (const one of placed) if (!fitting.includes(one)) reject(one, new KeepsakeError('quota-exceeded'));

  for (const [id, outcome] of await insertCommitted(write, blobs, scope, { placed: fitting, at }))
    outcomes.set(id, outcome);
  return uploads.map(({ upload: { id } }) => required(outcomes.get(id), 'outcome of an upload'));
}

/** The ids of new uploads that another upload of any account has or had. */
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

/** The uploads that fit into the quota, in their order. Space for an upload with a row is already reserved. */
async function withinQuota({ trx }: Write, scope: Scope, placed: readonly Placed[]): Promise<readonly Placed[]> {
  if (!placed.some(({ isNew }) => isNew)) return placed;
  let bytesLeft = await quotaLeft(trx, scope);
  return placed.filter(({ isNew, upload: { length } }) => {
    if (!isNew) return true;
    if (length > bytesLeft) return false;
    bytesLeft -= length;
    return true;
  });
}

function placeOf({ upload }: CompleteUpload) {
  return { folderId: upload.parent_id, name: upload.name, ifGeneration: upload.if_generation };
}
