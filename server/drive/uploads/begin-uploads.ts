import { maxOpenUploads } from '#contract/limits.ts';
import type { Actor } from '#server/accounts/principal.ts';
import type { UploadRow } from '#server/database/tables.ts';
import { DriveError } from '#server/errors/keepsake-error.ts';
import type { Write } from '../changes/changes.ts';
import { filesAt } from '../files/files-at.ts';
import { roomLeft } from './quota.ts';

/**
 * Notes uploads that one account begins, and reserves their room, inside a transaction. Returns what became of each, in
 * their order: undefined when it is begun, else why not: folder-not-found, name-taken (by a folder), generation-mismatch,
 * too-many-uploads, quota-exceeded.
 */
export async function beginAll(
  { trx }: Write,
  actor: Actor,
  uploads: readonly UploadRow[],
): Promise<(DriveError | undefined)[]> {
  const places = uploads.map(({ parent_id: folderId, name, if_generation: ifGeneration }) => ({
    folderId,
    name,
    ifGeneration,
  }));
  const there = await filesAt(trx, actor, places);
  let mayOpen = maxOpenUploads - (await countOpen(trx, actor));
  let room = await roomLeft(trx, actor);
  const begun: UploadRow[] = [];
  const refusals = uploads.map((upload, i) => {
    const place = there[i];
    if (place instanceof DriveError) return place;
    if (mayOpen <= 0) return new DriveError('too-many-uploads', { data: { max: maxOpenUploads } });
    if (upload.length > room) return new DriveError('quota-exceeded');
    mayOpen -= 1;
    room -= upload.length;
    begun.push(upload);
    return undefined;
  });
  if (begun.length > 0) {
    await trx.insertInto('uploads').values(begun).execute();
    await trx
      .updateTable('accounts')
      .set((eb) => ({ reserved_bytes: eb('reserved_bytes', '+', sumOfLengths(begun)) }))
      .where('user_id', '=', actor.account)
      .execute();
  }
  return refusals;
}

async function countOpen(trx: Write['trx'], actor: Actor): Promise<number> {
  const { open } = await trx
    .selectFrom('uploads')
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .where('account', '=', actor.account)
    .executeTakeFirstOrThrow();
  return open;
}

function sumOfLengths(uploads: readonly UploadRow[]): number {
  return uploads.reduce((sum, { length }) => sum + length, 0);
}
