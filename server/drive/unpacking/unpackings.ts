import { isId } from '#contract/ids.ts';
import { maxWaitingUnpackings } from '#contract/limits.ts';
import type { Unpacking } from '#contract/records/unpackings.ts';
import { newId } from '#server/database/new-id.ts';
import type { Database } from '#server/database/open.ts';
import type { UnpackingRow } from '#server/database/tables/drive-rows.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { required } from '#server/errors/required.ts';
import { requireRight, type Scope } from '../access/scope.ts';
import { createKeyedMutex } from '../changes/keyed-mutex.ts';
import type { Transactions, Write } from '../changes/transactions.ts';
import type { OpenBlob } from '../files/open-blob.ts';
import { liveAncestors } from '../tree/ancestors.ts';
import { createFolder } from '../tree/entry-changes.ts';
import { freeNumberedName } from '../tree/free-name.ts';
import { quotaLeft } from '../uploads/quota.ts';
import { openArchive } from './open-archive.ts';
import { archiveNameOf, folderNameOf, planEntries } from './plan.ts';
import { recordOf, type UnpackingRows } from './unpacking-rows.ts';

type Deps = {
  db: Database;
  rows: UnpackingRows;
  transactions: Transactions;
  openBlob: OpenBlob;
  now: () => number;
  /** Called after an unpacking was begun. */
  onBegin: () => void;
};

export type Unpackings = ReturnType<typeof createUnpackings>;

/** Archives that become folders: begun here, done by `createUnpack`, wherever and however often a server has to. */
export function createUnpackings({ db, rows, transactions, openBlob, now, onBegin }: Deps) {
  /** Directories take memory, so they are read one after the other, those of an account between those of others. */
  const reading = createKeyedMutex();

  return {
    /**
     * Reads the directory of an archive, and those of its other parts, and makes the folder beside it that they become. Throws not-allowed, object-not-found,
     * too-many-unpackings, quota-exceeded, too-deep, and what `openArchive` throws.
     */
    async begin(scope: Scope, fileId: string, otherParts: readonly string[] = []): Promise<Unpacking> {
      requireRight(scope, 'write');
      const archives: Archive[] = [];
      for (const id of new Set([fileId, ...otherParts])) archives.push(await findArchive(db, scope, id));
      const { parentId } = required(archives[0], 'first part of an archive');
      const archiveName = archiveNameOf(archives.map((one) => one.name));
      const name = folderNameOf(archiveName);
      const { entries, bytes } = await inTurn(scope, () => measure(archives, name));
      const row = await transactions.write(scope, async (write) => {
        await refuseMany(write, scope);
        // Space is reserved file by file, so this is only to say at once what would fail later.
        if (bytes > (await quotaLeft(write))) throw new KeepsakeError('quota-exceeded');
        await rows.makeRoom(write, scope);
        const free = await freeNumberedName(write.trx, scope, parentId, { name, kind: 'folder' });
        const folder = await createFolder(write, scope, { name: free, parentId }, now());
        const begun: UnpackingRow = {
          id: newId(),
          account: scope.account,
          file_id: fileId,
          version_ids: JSON.stringify(archives.map(({ versionId }) => versionId)),
          folder_id: folder.id,
          name: archiveName,
          state: 'running',
          entries,
          done_entries: 0,
          bytes,
          done_bytes: 0,
          left_out: 0,
          left_out_first: '[]',
          tries: 0,
          error: null,
          operation_id: null,
          started_at: now(),
          ended_at: null,
        };
        await write.trx.insertInto('unpackings').values(begun).execute();
        return begun;
      });
      onBegin();
      return recordOf(row);
    },

    /** Those that are running. */
    list: async (scope: Scope): Promise<Unpacking[]> => (await rows.running(scope)).map(recordOf),

    /** Throws unpacking-not-found. */
    get: async (scope: Scope, id: string): Promise<Unpacking> => recordOf(await rows.find(scope, id)),

    /** Ends one, wherever it runs; its folder stays as it is. Throws not-allowed, unpacking-not-found. */
    async stop(scope: Scope, id: string): Promise<Unpacking> {
      requireRight(scope, 'write');
      const row = await rows.find(scope, id);
      await transactions.write(scope, (write) => rows.end(write, row, { state: 'stopped' }));
      return recordOf(await rows.find(scope, id));
    },

    prune: rows.prune,
  };

  function inTurn<Result>({ account }: Scope, read: () => Promise<Result>): Promise<Result> {
    return reading.run(`of ${account}`, () => reading.run('', read));
  }

  /** How many entries an archive has, and the bytes of those that become files. */
  async function measure(archives: readonly Archive[], name: string): Promise<{ entries: number; bytes: number }> {
    const archive = await openArchive(
      openBlob,
      archives.map(({ blob }) => blob),
    );
    try {
      const planned = await planEntries(archive.entries, name);
      const bytes = planned.reduce((sum, one) => sum + (one.do === 'file' ? one.entry.size : 0), 0);
      return { entries: planned.length, bytes };
    } finally {
      await archive.close();
    }
  }
}

type Archive = Awaited<ReturnType<typeof findArchive>>;

/** A live file with the blob of its current version. Throws object-not-found, file-damaged. */
async function findArchive(db: Database, scope: Scope, fileId: string) {
  const line = isId(fileId) ? (await liveAncestors(db, scope, [fileId])).get(fileId) : undefined;
  const row = await db
    .selectFrom('entries')
    .innerJoin('versions', 'versions.id', 'entries.current_version')
    .innerJoin('blobs', 'blobs.id', 'versions.blob_id')
    .select(['entries.name', 'entries.parent_id', 'versions.id as version_id'])
    .select(['blobs.id', 'blobs.size', 'blobs.sha256', 'blobs.damaged_at'])
    .where('entries.id', '=', fileId)
    .where('entries.account', '=', scope.account)
    .executeTakeFirst();
  if (line === undefined || row === undefined) throw new KeepsakeError('object-not-found');
  if (row.damaged_at !== null) throw new KeepsakeError('file-damaged');
  const { id, size, sha256, name, parent_id: parentId, version_id: versionId } = row;
  return { blob: { id, size, sha256 }, name, parentId, versionId };
}

async function refuseMany({ trx }: Write, { account }: Scope): Promise<void> {
  const { waiting } = await trx
    .selectFrom('unpackings')
    .select((eb) => eb.fn.countAll<number>().as('waiting'))
    .where('account', '=', account)
    .where('state', '=', 'running')
    .executeTakeFirstOrThrow();
  if (waiting >= maxWaitingUnpackings)
    throw new KeepsakeError('too-many-unpackings', { data: { max: maxWaitingUnpackings } });
}
