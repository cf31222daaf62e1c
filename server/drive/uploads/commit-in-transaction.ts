import { together } from '#server/database/statements/together.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { required } from '#server/errors/required.ts';
import type { Scope } from '../access/scope.ts';
import type { Write } from '../changes/transactions.ts';
import { filesAt } from '../tree/files-at.ts';
import type { CompleteUpload, Placed } from './complete-upload.ts';
import { type CommittedFile, insertCommitted } from './insert-committed.ts';
import { quotaLeft } from './quota.ts';
import { blobsByContent, contentKey, type Fingerprint } from './reusable-blobs.ts';
import { takenIds } from './taken-ids.ts';

/** The result of an upload: a file, or the error. */
export type Outcome = CommittedFile | KeepsakeError;

/**
 * Turns complete uploads of one account into files, or into the next versions of the files of their names, inside a
 * transaction: blobs, versions, entries, usage, changes, in a few statements. No two uploads may have the same place.
 * Content that an account already has takes no further space, unless its blob is among the damaged ones. Returns outcomes in the
 * order of the uploads; errors are upload-interrupted, upload-offset-conflict, digest-mismatch, quota-exceeded,
 * generation-mismatch, folder-not-found, name-taken (by a folder). Throws StaleUpload.
 */
export async function commitUploads(
  write: Write,
  scope: Scope,
  { uploads, damaged, at }: { uploads: readonly CompleteUpload[]; damaged: ReadonlySet<string>; at: number },
): Promise<Outcome[]> {
  const outcomes = new Map<string, Outcome>();
  const reject = ({ upload: { id } }: CompleteUpload, error: KeepsakeError) => void outcomes.set(id, error);

  const matching = uploads.filter((one) => {
    const { sha256 } = one.upload;
    const isOther = sha256 !== null && sha256 !== one.hashes.sha256;
    if (isOther) reject(one, new KeepsakeError('digest-mismatch'));
    return !isOther;
  });
  const newIds = matching.flatMap(({ isNew, upload }) => (isNew ? [upload.id] : []));
  const [taken, there, stored] = await together([
    takenIds(write, newIds),
    filesAt(write.trx, scope, matching.map(placeOf)),
    blobsByContent(write.trx, scope, matching.map(contentOf), damaged),
  ]);
  const placed: Placed[] = matching.flatMap((one, i) => {
    const file = refusalOf(one, taken) ?? there[i];
    if (!(file instanceof KeepsakeError)) return [{ ...one, there: file }];
    reject(one, file);
    return [];
  });
  const fitting = await withinQuota(write, scope, { placed, stored });
  for (const one of placed) if (!fitting.includes(one)) reject(one, new KeepsakeError('quota-exceeded'));

  for (const [id, outcome] of await insertCommitted(write, scope, { placed: fitting, stored, at }))
    outcomes.set(id, outcome);
  return uploads.map(({ upload: { id } }) => required(outcomes.get(id), 'outcome of an upload'));
}

/** The last moment at which one may be given up is this one. */
function refusalOf(
  { upload, isNew, isAbandoned }: CompleteUpload,
  taken: ReadonlySet<string>,
): KeepsakeError | undefined {
  if (isAbandoned?.()) return new KeepsakeError('upload-interrupted');
  return isNew && taken.has(upload.id) ? new KeepsakeError('upload-offset-conflict') : undefined;
}

/**
 * The uploads that fit into the quota, in their order. Space for an upload with a row is already reserved, and content that is
 * there takes none; what lies outside a scope below Root must not show in what fits, so there it counts as if it were not there.
 */
async function withinQuota(
  write: Write,
  scope: Scope,
  { placed, stored }: { placed: readonly Placed[]; stored: ReadonlyMap<string, string> },
): Promise<readonly Placed[]> {
  let bytesLeft = await quotaLeft(write);
  const there = new Set(scope.root === null ? stored.keys() : []);
  return placed.filter((one) => {
    const { isNew, upload } = one;
    const key = contentKey(contentOf(one));
    if (isNew && !there.has(key)) {
      if (upload.length > bytesLeft) return false;
      bytesLeft -= upload.length;
    }
    there.add(key);
    return true;
  });
}

export function contentOf({ upload, hashes }: CompleteUpload): Fingerprint {
  return { size: upload.length, sha256: hashes.sha256 };
}

function placeOf({ upload }: CompleteUpload) {
  return { folderId: upload.parent_id, name: upload.name, ifGeneration: upload.if_generation };
}
