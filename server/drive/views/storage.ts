import { type Kysely, sql } from 'kysely';
import type { Storage } from '#contract/api/storage-api.ts';
import { fileKinds } from '#contract/kinds.ts';
import type { Database } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import { requireWholeAccount, type Scope } from '../access/scope.ts';
import { purging } from '../tree/purging.ts';

const nothing = { count: 0, bytes: 0 };

/** What fills the space of an account. */
export function createStorage({ db }: { db: Database }) {
  /** Reads numbers that are updated with each change, and what was moved to Trash. Throws not-allowed below Root. */
  return async (scope: Scope): Promise<Storage> => {
    requireWholeAccount(scope, 'share');
    const account = await db
      .selectFrom('accounts')
      .select(['used_bytes', 'quota_bytes'])
      .where('user_id', '=', scope.account)
      .executeTakeFirst();
    const rows = await db
      .selectFrom('stored_sums')
      .select(['what', 'count', 'bytes'])
      .where('account', '=', scope.account)
      .where('count', '>', 0)
      .execute();
    const kinds = fileKinds.flatMap((kind) =>
      rows.filter(({ what }) => what === kind).map(({ count, bytes }) => ({ kind, count, bytes })),
    );
    const versions = rows.find(({ what }) => what === 'version') ?? nothing;
    return {
      usedBytes: account?.used_bytes ?? 0,
      quotaBytes: account?.quota_bytes ?? null,
      kinds: kinds.toSorted((one, other) => other.bytes - one.bytes),
      oldVersions: {
        count: versions.count - kinds.reduce((sum, { count }) => sum + count, 0),
        bytes: versions.bytes - kinds.reduce((sum, { bytes }) => sum + bytes, 0),
      },
      trash: await readTrash(db, scope),
    };
  };
}

/** The size of Trash: of its files, and of what its folders hold. */
async function readTrash(db: Kysely<Tables>, { account }: Scope): Promise<Storage['trash']> {
  return await db
    .selectFrom('entries')
    .leftJoin('folder_contents', (join) =>
      join
        .onRef('folder_contents.account', '=', 'entries.account')
        .onRef('folder_contents.folder_id', '=', 'entries.id'),
    )
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      sql<number>`cast(coalesce(sum(entries.sort_size + coalesce(folder_contents.bytes, 0)), 0) as bigint)`.as('bytes'),
    ])
    .where('entries.account', '=', account)
    .where('entries.trashed_at', '>', purging)
    .executeTakeFirstOrThrow();
}
