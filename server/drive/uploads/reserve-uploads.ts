import { maxOpenUploads } from '#contract/limits.ts';
import { together } from '#server/database/statements/together.ts';
import type { UploadRow } from '#server/database/tables/upload-rows.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Scope } from '../access/scope.ts';
import type { Write } from '../changes/transactions.ts';
import { filesAt } from '../tree/files-at.ts';
import { quotaLeft } from './quota.ts';
import { takenIds } from './taken-ids.ts';

/**
 * Inserts uploads that one account begins and reserves their space, inside a transaction. Returns an outcome for each, in
 * their order: undefined if it has begun, otherwise the error: folder-not-found, name-taken (by a folder),
 * generation-mismatch, too-many-uploads, quota-exceeded, and upload-offset-conflict if the id is taken.
 */
export async function beginUploads(
  write: Write,
  scope: Scope,
  uploads: readonly UploadRow[],
): Promise<(KeepsakeError | undefined)[]> {
  const places = uploads.map(({ parent_id: folderId, name, if_generation: ifGeneration }) => ({
    folderId,
    name,
    ifGeneration,
  }));
  const ids = uploads.map(({ id }) => id);
  const [taken, there, open] = await together([
    takenIds(write, ids),
    filesAt(write.trx, scope, places),
    countOpen(write.trx, scope),
  ]);
  let mayOpen = maxOpenUploads - open;
  let bytesLeft = await quotaLeft(write);
  const begun: UploadRow[] = [];
  const outcomes = uploads.map((upload, i) => {
    const place = there[i];
    if (taken.has(upload.id)) return new KeepsakeError('upload-offset-conflict');
    if (place instanceof KeepsakeError) return place;
    if (mayOpen <= 0) return new KeepsakeError('too-many-uploads', { data: { max: maxOpenUploads } });
    if (upload.length > bytesLeft) return new KeepsakeError('quota-exceeded');
    mayOpen -= 1;
    bytesLeft -= upload.length;
    begun.push(upload);
    return undefined;
  });
  if (begun.length > 0) {
    write.used(0, sumOfLengths(begun));
    await write.trx.insertInto('uploads').values(begun).execute();
  }
  return outcomes;
}

async function countOpen(trx: Write['trx'], scope: Scope): Promise<number> {
  const { open } = await trx
    .selectFrom('uploads')
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .where('account', '=', scope.account)
    .executeTakeFirstOrThrow();
  return open;
}

function sumOfLengths(uploads: readonly UploadRow[]): number {
  return uploads.reduce((sum, { length }) => sum + length, 0);
}
