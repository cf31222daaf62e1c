import type { Storage } from '#contract/api/storage-api.ts';
import { fileKinds } from '#contract/kinds.ts';
import type { Database } from '#server/database/open.ts';
import { requireWholeAccount, type Scope } from '../access/scope.ts';
import { sizeOfTrash } from '../tree/contents.ts';
import { quotaOf } from '../uploads/quota.ts';

const nothing = { count: 0, bytes: 0 };

/** What fills the space of an account. */
export function createStorage({ db, defaultQuota }: { db: Database; defaultQuota: () => number | null }) {
  /** Reads numbers that are updated with each change. Throws not-allowed below Root. */
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
      quotaBytes: quotaOf(account?.quota_bytes ?? null, defaultQuota()),
      kinds: kinds.toSorted((one, other) => other.bytes - one.bytes),
      oldVersions: {
        count: versions.count - kinds.reduce((sum, { count }) => sum + count, 0),
        bytes: versions.bytes - kinds.reduce((sum, { bytes }) => sum + bytes, 0),
      },
      trash: await sizeOfTrash(db, scope),
    };
  };
}
