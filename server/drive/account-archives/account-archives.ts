import { isId } from '#contract/ids.ts';
import { accountArchiveSeconds, maxAccountArchives } from '#contract/limits.ts';
import type { AccountArchive } from '#contract/records/archives.ts';
import type { AboutPerson } from '#server/accounts/profile/about-person.ts';
import { newId } from '#server/database/new-id.ts';
import type { Database } from '#server/database/open.ts';
import { rowsAtOnce } from '#server/database/row-groups.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Damage } from '#server/integrity/damage-records.ts';
import type { Hashes } from '#server/integrity/hashes.ts';
import { requireWholeAccount, type Scope } from '../access/scope.ts';
import { gather } from '../archives/gather.ts';
import { createKeyedMutex } from '../changes/keyed-mutex.ts';
import { revisionOf } from '../changes/revision.ts';
import type { OpenBlob } from '../files/open-blob.ts';
import type { OpenContent } from '../files/open-content.ts';
import { accountArchiveLength, createArchiveContent } from './archive-content.ts';
import { createBuildArchive } from './build-archive.ts';
import { type ArchiveSums, createPartWriter, removeArchive } from './write-parts.ts';

type Deps = {
  db: Database;
  /** Reads the same, beside the rest. */
  searches: Database;
  hashes: Hashes;
  damage: Damage;
  openBlob: OpenBlob;
  /** What is known of a person beside what they store. */
  aboutPerson: (account: string) => Promise<AboutPerson>;
  now: () => number;
};

/** How often an archive is made anew because something changed meanwhile. */
const attempts = 3;

export type AccountArchives = ReturnType<typeof createAccountArchives>;

/**
 * All that an account has as one zip each. What is in it is written down when it is made, so that it stays the same while the
 * person goes on: only what is deleted for good ends it.
 */
export function createAccountArchives({ db, searches, hashes, damage, openBlob, aboutPerson, now }: Deps) {
  const build = createBuildArchive({ db: searches, hashes, damage, aboutPerson });
  const bytesOf = createArchiveContent({ db, openBlob });
  const turns = createKeyedMutex();

  return {
    /**
     * Makes an archive, of one moment. It can be downloaded for a week, or until another one is made after it. Throws not-allowed
     * below Root, too-many-requests while another one of the account is being made, and archive-changed if the account changes
     * all the time.
     */
    async create(scope: Scope, wanted: { versions: boolean; trash: boolean }): Promise<AccountArchive> {
      requireWholeAccount(scope, 'own');
      const ofAccount = `of ${scope.account}`;
      if (turns.isBusy(ofAccount)) throw new KeepsakeError('too-many-requests');
      // One at a time, whoever asks: each reads all that somebody has.
      return await turns.run(ofAccount, () => turns.run('any', () => make(scope, wanted)));
    },

    /** Throws archive-not-found; its bytes throw archive-changed and file-damaged. */
    async open(scope: Scope, archiveId: string): Promise<OpenContent> {
      requireWholeAccount(scope, 'own');
      const row = isId(archiveId) ? await find(scope, archiveId) : undefined;
      if (row?.sums == null) throw new KeepsakeError('archive-not-found');
      const sums: ArchiveSums = JSON.parse(row.sums);
      const size = accountArchiveLength(sums);
      return {
        blob: {
          size,
          bytes: (range = { start: 0, end: size - 1 }) => gather(bytesOf(scope, { id: row.id, sums }, range)),
          first: async () => Buffer.alloc(0),
          close: async () => {},
        },
        tag: row.id,
        name: `Keepsake ${new Date(row.made_at).toISOString().slice(0, 10)}.zip`,
        contentType: 'application/zip',
        changedAt: row.made_at,
        sha256: null,
      };
    },

    /** Removes those whose time was over at a moment, in milliseconds. */
    async prune(at: number): Promise<void> {
      const over = db.selectFrom('account_archives').select('id').where('expires_at', '<=', at).limit(rowsAtOnce);
      for (let rows = await over.execute(); rows.length > 0; rows = await over.execute())
        for (const { id } of rows) await removeArchive(db, id);
    },
  };

  async function make(scope: Scope, wanted: { versions: boolean; trash: boolean }): Promise<AccountArchive> {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const [id, madeAt] = [newId(), now()];
      const expiresAt = madeAt + accountArchiveSeconds * 1000;
      await makeRoom(scope);
      const row = { id, account: scope.account, made_at: madeAt, expires_at: expiresAt, sums: null };
      await db.insertInto('account_archives').values(row).execute();
      try {
        const revision = await revisionOf(db, scope);
        const writer = createPartWriter({ db, archiveId: id, madeAt });
        const counts = await build({ scope, madeAt, wanted, add: writer.add });
        if ((await revisionOf(db, scope)) === revision && (await writer.finish()))
          return { url: `/api/account/archive/${id}`, size: accountArchiveLength(writer.sums), ...counts, expiresAt };
      } catch (error) {
        await removeArchive(db, id);
        throw error;
      }
      await removeArchive(db, id);
    }
    throw new KeepsakeError('archive-changed');
  }

  async function find({ account }: Scope, id: string) {
    return await db
      .selectFrom('account_archives')
      .selectAll()
      .where('id', '=', id)
      .where('account', '=', account)
      .where('expires_at', '>', now())
      .executeTakeFirst();
  }

  /** The oldest of an account make room for a new one. */
  async function makeRoom({ account }: Scope): Promise<void> {
    const rows = await db
      .selectFrom('account_archives')
      .select('id')
      .where('account', '=', account)
      .orderBy('id', 'desc')
      .offset(maxAccountArchives - 1)
      .limit(maxAccountArchives)
      .execute();
    for (const { id } of rows) await removeArchive(db, id);
  }
}
