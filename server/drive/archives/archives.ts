import { isId } from '#contract/ids.ts';
import { archiveSeconds, maxArchives } from '#contract/limits.ts';
import type { Archive } from '#contract/records/archives.ts';
import { rootName } from '#contract/records/entries.ts';
import { newId } from '#server/database/new-id.ts';
import type { Database } from '#server/database/open.ts';
import { removeOlder } from '#server/database/row-groups.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { required } from '#server/errors/required.ts';
import type { Damage } from '#server/integrity/damage-records.ts';
import type { Hashes } from '#server/integrity/hashes.ts';
import { requireRight, type Scope } from '../access/scope.ts';
import type { OpenBlob } from '../files/open-blob.ts';
import type { OpenContent } from '../files/open-content.ts';
import { ancestorsOfFolder, lastOf } from '../tree/ancestors.ts';
import { archiveBytes, archiveLength } from './archive-bytes.ts';
import { type PageStart, readStoredRows, type StoredRow } from './archive-rows.ts';
import { gather } from './gather.ts';
import { createLayouts, type Top } from './layouts.ts';
import { createTopsOf } from './tops.ts';

type Deps = {
  db: Database;
  /** Reads the same, beside the rest. */
  searches: Database;
  hashes: Hashes;
  damage: Damage;
  openBlob: OpenBlob;
  now: () => number;
};

export type Archives = ReturnType<typeof createArchives>;

/** Folders and selections as one zip each, whose bytes are the same every time as long as nothing in it changes. */
export function createArchives({ db, searches, hashes, damage, openBlob, now }: Deps) {
  const layouts = createLayouts({ db, searches, now });
  const topsOf = createTopsOf(db);

  return {
    /** A folder with everything in it; null is Root. Throws folder-not-found and what `layOut` throws. */
    async openFolder(scope: Scope, folderId: string | null): Promise<OpenContent> {
      const line = await ancestorsOfFolder(db, scope, folderId);
      const id = lastOf(line);
      return await open(scope, line.at(-1)?.name ?? rootName, id === null ? { folder: null } : { ids: [id] });
    },

    /**
     * Keeps a selection of folders and files for a day, to be downloaded as one archive. Throws not-allowed, entry-not-found and
     * what `layOut` throws.
     */
    async create(scope: Scope, ids: readonly string[]): Promise<Archive> {
      requireRight(scope, 'write');
      const tops = await topsOf(scope, ids);
      if (tops.missing) throw new KeepsakeError('entry-not-found');
      const { blob } = await open(scope, tops.name, { ids: tops.ids });
      const [id, at] = [newId(), now()];
      const expiresAt = at + archiveSeconds * 1000;
      await makeRoom(scope);
      await db
        .insertInto('archives')
        .values({
          id,
          account: scope.account,
          entry_ids: JSON.stringify(tops.ids),
          created_at: at,
          expires_at: expiresAt,
        })
        .execute();
      return { url: `/api/archives/${id}`, size: blob.size, expiresAt };
    },

    /** What is left of a selection that was kept. Throws archive-not-found and what `layOut` throws. */
    async openCreated(scope: Scope, archiveId: string): Promise<OpenContent> {
      if (!isId(archiveId)) throw new KeepsakeError('archive-not-found');
      const row = await db
        .selectFrom('archives')
        .select('entry_ids')
        .where('id', '=', archiveId)
        .where('account', '=', scope.account)
        .where('expires_at', '>', now())
        .executeTakeFirst();
      if (row === undefined) throw new KeepsakeError('archive-not-found');
      const { ids, name } = await topsOf(scope, JSON.parse(row.entry_ids));
      if (ids.length === 0) throw new KeepsakeError('archive-not-found');
      return await open(scope, name, { ids });
    },

    /** Forgets those whose time was over at a moment, in milliseconds. */
    async prune(at: number): Promise<void> {
      const ages = db.selectFrom('archives').select('expires_at').orderBy('expires_at');
      await removeOlder(at, {
        ageAt: async (count) => (await ages.offset(count).limit(1).executeTakeFirst())?.expires_at,
        removeUpTo: (age) => db.deleteFrom('archives').where('expires_at', '<=', age).execute(),
      });
    },
  };

  async function open(scope: Scope, name: string, top: Top): Promise<OpenContent> {
    const { layout, at } = await layouts.of(scope, top);
    const size = archiveLength(layout);
    const reading = {
      read: (start: PageStart) => readStoredRows(db, scope, start),
      open: (row: StoredRow) => openBlob(blobOf(row)),
      crc32Of: (row: StoredRow) => crc32Of(scope, row),
    };
    return {
      blob: {
        size,
        bytes: (range = { start: 0, end: size - 1 }) => gather(archiveBytes(layout, reading, range)),
        first: async () => Buffer.alloc(0),
        close: async () => {},
      },
      tag: layout.tag,
      name: `${name}.zip`,
      contentType: 'application/zip',
      changedAt: at,
      sha256: null,
    };
  }

  /** Computed and stored now for bytes that were stored before it was. */
  async function crc32Of({ account }: Scope, row: StoredRow): Promise<number> {
    if (row.kind === 'folder') return 0;
    const blob = blobOf(row);
    const computed = hashes.crc32Of(account, { ...blob, crc32: row.crc32 });
    return await computed.catch((error: unknown) => damage.found(blob.id, error));
  }

  function blobOf({ blob_id, size, sha256 }: StoredRow) {
    return { id: required(blob_id, 'blob of a file'), size, sha256 };
  }

  /** The oldest of an account make room for a new one. */
  async function makeRoom({ account }: Scope): Promise<void> {
    const ofAccount = db.selectFrom('archives').select('id').where('account', '=', account);
    const rows = await ofAccount
      .orderBy('id', 'desc')
      .offset(maxArchives - 1)
      .limit(maxArchives)
      .execute();
    if (rows.length === 0) return;
    await db
      .deleteFrom('archives')
      .where('account', '=', account)
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute();
  }
}
