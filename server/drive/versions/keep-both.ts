import { newId } from '#server/database/new-id.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Scope } from '../access/scope.ts';
import type { Write } from '../changes/transactions.ts';
import { freeName } from '../tree/free-name.ts';
import { entryRow } from '../tree/new-entry.ts';
import { contentColumns } from './add-versions.ts';
import { type LiveFile, readLiveFiles } from './live-files.ts';

/** Added to the name of a file that was the newest version of another one: `name (new)`. */
const newWord = 'new';

/** A file, and the number of its current version as a client knows it. */
export type Renewed = { id: string; version: number };

export type Pair = { fileId: string; addedId: string };

/**
 * Makes the current version of each file a file of its own beside it; the version before becomes the current one again. It
 * gets the next number, so that a number never stands for two contents. Taking it back makes the content of the new file the
 * next version again, and moves that file to Trash. Throws object-not-found, generation-mismatch,
 * version-not-found if there is no earlier version.
 */
export async function keepBoth(write: Write, scope: Scope, renewed: readonly Renewed[], at: number): Promise<Pair[]> {
  const files = await readLiveFiles(
    write.trx,
    scope,
    renewed.map(({ id }) => id),
  );
  const pairs: Pair[] = [];
  for (const [i, file] of files.entries()) {
    // The entry at the top of a scope cannot be changed from within.
    if (file.id === scope.root) throw new KeepsakeError('not-allowed');
    const isNamedTwice = pairs.some(({ fileId }) => fileId === file.id);
    if (file.generation !== renewed[i]?.version || isNamedTwice) throw new KeepsakeError('generation-mismatch');
    pairs.push({ fileId: file.id, addedId: await moveCurrent(write, scope, file, at) });
  }
  return pairs;
}

/** Returns the id of the new file. */
async function moveCurrent(write: Write, scope: Scope, file: LiveFile, at: number): Promise<string> {
  const { trx, changed, counted, did, gained } = write;
  const versions = trx.selectFrom('versions').selectAll().where('entry_id', '=', file.id);
  const current = await versions.where('id', '=', file.versionId).executeTakeFirstOrThrow();
  const earlier = await versions
    .where('id', '!=', file.versionId)
    .orderBy('generation', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (earlier === undefined) throw new KeepsakeError('version-not-found');

  const name = await freeName(trx, scope, file.folderId, { name: file.name, kind: 'file' }, newWord);
  const added = {
    ...entryRow(scope, { id: newId(), kind: 'file', name, parentId: file.folderId, at }),
    modified_at: file.modifiedAt,
    current_version: current.id,
    ...contentColumns({ blobId: current.blob_id, size: current.size, contentType: current.content_type, at }),
  };
  await trx.insertInto('entries').values(added).execute();
  await trx.updateTable('versions').set({ entry_id: added.id, generation: 1 }).where('id', '=', current.id).execute();
  // A client that lost the answer to its upload learns what its bytes became.
  await trx
    .updateTable('finished_uploads')
    .set({ entry_id: added.id })
    .where('entry_id', '=', file.id)
    .where('version_id', '=', current.id)
    .execute();
  await trx
    .updateTable('versions')
    .set({ generation: current.generation + 1, file_modified_at: null })
    .where('id', '=', earlier.id)
    .execute();
  await trx
    .updateTable('entries')
    .set({
      current_version: earlier.id,
      modified_at: earlier.file_modified_at ?? earlier.created_at,
      ...contentColumns({
        blobId: earlier.blob_id,
        size: earlier.size,
        contentType: earlier.content_type,
        at: earlier.created_at,
      }),
    })
    .where('id', '=', file.id)
    .where('account', '=', scope.account)
    .execute();
  did({ did: 'make', id: added.id, isEmpty: false });
  if (current.blob_id !== earlier.blob_id) {
    const from = { blobId: current.blob_id, modifiedAt: file.modifiedAt, fileId: added.id };
    did({ did: 'content', id: file.id, from, to: { blobId: earlier.blob_id } });
  }
  counted(1, -1);
  gained(file.folderId, { folders: 0, files: 1, bytes: earlier.size });
  changed(file.id);
  changed(added.id);
  return added.id;
}
