import type { Transaction } from 'kysely';
import { maxEntries, maxNameBytes } from '#contract/limits.ts';
import { cutTo } from '#contract/names/name-variants.ts';
import { visibleName } from '#contract/names/names.ts';
import { type Contents, rootId } from '#server/database/folder-contents.ts';
import { earlierVersions } from '#server/database/stored-sums.ts';
import type { Tables } from '#server/database/tables.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { ownScope, type Scope, systemScope } from '../access/scope.ts';
import type { Transactions, Write } from '../changes/transactions.ts';
import { liveAncestors } from '../tree/ancestors.ts';
import { createFolder } from '../tree/entry-changes.ts';
import { freeNumberedName } from '../tree/free-name.ts';
import { quotaLeft } from '../uploads/quota.ts';
import { createHandOverFiles } from './hand-over-files.ts';

type Deps = Parameters<typeof createHandOverFiles>[0] & {
  transactions: Transactions;
  now: () => number;
};

type HandingOver = {
  from: { id: string; name: string; email: string };
  to: { id: string };
  /** The folder that an earlier try made. */
  folderId: string | null;
  /** Notes the folder in the transaction that makes it. */
  noteFolder: (trx: Transaction<Tables>, id: string) => Promise<void>;
  goOn: () => Promise<void>;
};

export type HandOver = ReturnType<typeof createHandOver>;

/** Gives what an account has to another one. */
export function createHandOver({ transactions, now, ...deps }: Deps) {
  const put = createHandOverFiles(deps);

  /**
   * Puts folders and files of an account into a new folder in Root of another one, or into that of an earlier try. Returns the name of
   * the folder, and how many files could not be read. Throws quota-exceeded or too-many-entries before anything is moved that does
   * not fit, and what uploads throw.
   */
  return async ({ from, to, folderId, noteFolder, goOn }: HandingOver): Promise<{ folder: string; unread: number }> => {
    const source = systemScope(from.id);
    // Who gets something may have stored nothing yet.
    const target = ownScope({ kind: 'person', account: to.id });
    const top = await transactions.write(target, async (write) => {
      const there = folderId === null ? undefined : await liveFolder(write.trx, target, folderId);
      await requireRoom(write, { source, target, there: there?.id });
      if (there !== undefined) return there;
      const name = await freeNumberedName(write.trx, target, null, { name: folderNameOf(from), kind: 'folder' });
      const made = await createFolder(write, target, { name, parentId: null }, now());
      await noteFolder(write.trx, made.id);
      return made;
    });
    const { unread } = await put({ from: source, to: target, top: top.id, goOn });
    return { folder: top.name, unread };
  };

  async function liveFolder(trx: Transaction<Tables>, scope: Scope, id: string) {
    return (await liveAncestors(trx, scope, [id])).get(id)?.at(-1);
  }

  /** By what is missing; content that the recipient has already may need less. */
  async function requireRoom(
    write: Write,
    { source, target, there }: { source: Scope; target: Scope; there: string | undefined },
  ): Promise<void> {
    const { trx, held } = write;
    const account = await held();
    const all = await contentsOf(trx, source, rootId);
    const done = there === undefined ? { folders: 0, files: 0, bytes: 0 } : await contentsOf(trx, target, there);
    if (all.bytes - done.bytes > (await quotaLeft(write)) + (await begunBytes(trx, target)))
      throw new KeepsakeError('quota-exceeded');
    const entries = all.folders + all.files - done.folders - done.files + (there === undefined ? 1 : 0);
    const max = account.quota_entries ?? maxEntries;
    const { earlier } = await trx
      .selectFrom('accounts')
      .select(earlierVersions.as('earlier'))
      .where('user_id', '=', target.account)
      .executeTakeFirstOrThrow();
    if (account.used_entries + earlier + entries > max) throw new KeepsakeError('too-many-entries', { data: { max } });
  }
}

/** Reserved by what the server itself stores, such as a large file that an earlier try began. */
async function begunBytes(trx: Transaction<Tables>, { account }: Scope): Promise<number> {
  const { bytes } = await trx
    .selectFrom('uploads')
    .select((eb) => eb.fn.sum<number | string | null>('length').as('bytes'))
    .where('account', '=', account)
    .where('is_single_request', '=', 1)
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
}

async function contentsOf(trx: Transaction<Tables>, { account }: Scope, folderId: string): Promise<Contents> {
  const row = await trx
    .selectFrom('folder_contents')
    .select(['folders', 'files', 'bytes'])
    .where('account', '=', account)
    .where('folder_id', '=', folderId)
    .executeTakeFirst();
  return row ?? { folders: 0, files: 0, bytes: 0 };
}

/** `From Ada (ada@example.org)`, as a name can be. */
function folderNameOf({ name, email }: { name: string; email: string }): string {
  const said = visibleName(name === email ? `From ${email}` : `From ${name} (${email})`);
  return cutTo(said.replaceAll('/', '_'), maxNameBytes);
}
