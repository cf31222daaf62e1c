import type { Transaction } from 'kysely';
import type { ServerSettings } from '#contract/records/people.ts';
import { noQuotaBytes } from '#contract/texts/sizes.ts';
import type { Database } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';

/** What the environment sets; undefined where administrators decide. */
type Fixed = { signUp: 'open' | 'closed' | undefined; defaultQuotaBytes: number | undefined };

export type StoredSettings = ReturnType<typeof createServerSettings>;

/**
 * The settings that administrators change while the server runs. One of the environment wins, and cannot be changed here; `fixed`
 * has those. The default quota is kept in memory, since every write asks for it: `refresh` reads what others changed.
 */
export function createServerSettings({ db, fixed, now }: { db: Database; fixed: Fixed; now: () => number }) {
  let defaultQuota: number | null = fixed.defaultQuotaBytes ?? null;

  return {
    isSignUpOpen,

    /** In bytes; null for none. */
    defaultQuota: (): number | null => defaultQuota,

    refresh,

    async all(): Promise<ServerSettings> {
      await refresh();
      return {
        signUp: { value: (await isSignUpOpen()) ? 'open' : 'closed', isFixed: fixed.signUp !== undefined },
        defaultQuotaBytes: { value: defaultQuota, isFixed: fixed.defaultQuotaBytes !== undefined },
      };
    },

    /** Changes all that is given or nothing. Throws setting-fixed. */
    async change({ signUp, defaultQuotaBytes }: Changes): Promise<void> {
      const isFixed =
        (signUp !== undefined && fixed.signUp !== undefined) ||
        (defaultQuotaBytes !== undefined && fixed.defaultQuotaBytes !== undefined);
      if (isFixed) throw new KeepsakeError('setting-fixed');
      await db.transaction().execute(async (trx) => {
        if (signUp !== undefined) await write(trx, 'sign-up', signUp);
        if (defaultQuotaBytes !== undefined)
          await write(trx, 'default-quota', String(defaultQuotaBytes ?? noQuotaBytes));
      });
      await refresh();
    },
  };

  async function isSignUpOpen(): Promise<boolean> {
    return (fixed.signUp ?? (await read('sign-up')) ?? 'open') === 'open';
  }

  async function refresh(): Promise<void> {
    if (fixed.defaultQuotaBytes !== undefined) return;
    const stored = Number((await read('default-quota')) ?? noQuotaBytes);
    defaultQuota = stored === noQuotaBytes ? null : stored;
  }

  async function read(key: string): Promise<string | undefined> {
    const row = await db.selectFrom('server_settings').select('value').where('key', '=', key).executeTakeFirst();
    return row?.value;
  }

  async function write(trx: Transaction<Tables>, key: string, value: string): Promise<void> {
    const row = { value, changed_at: now() };
    await trx
      .insertInto('server_settings')
      .values({ key, ...row })
      .onConflict((oc) => oc.column('key').doUpdateSet(row))
      .execute();
  }
}

type Changes = { signUp?: 'open' | 'closed' | undefined; defaultQuotaBytes?: number | null | undefined };
