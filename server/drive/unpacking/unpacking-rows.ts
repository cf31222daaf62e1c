import type { Selectable } from 'kysely';
import type { ErrorCode } from '#contract/errors.ts';
import { isId } from '#contract/ids.ts';
import { maxLeftOutListed, maxUnpackings, unpackingSeconds } from '#contract/limits.ts';
import type { LeftOut, Unpacking } from '#contract/records/unpackings.ts';
import type { Database } from '#server/database/open.ts';
import { removeOlder, rowsAtOnce } from '#server/database/row-groups.ts';
import type { UnpackingRow } from '#server/database/tables/drive-rows.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Scope } from '../access/scope.ts';
import type { Write } from '../changes/transactions.ts';
import { allAncestors } from '../tree/ancestors.ts';

/** How far an unpacking got with some entries. */
export type Progress = { entries: number; bytes: number; leftOut: readonly LeftOut[] };

export type UnpackingRows = ReturnType<typeof createUnpackingRows>;

/** The rows of unpackings. */
export function createUnpackingRows({ db, now }: { db: Database; now: () => number }) {
  return {
    /** Throws unpacking-not-found. */
    async find(scope: Scope, id: string): Promise<UnpackingRow> {
      const row = isId(id) ? await ofAccount(scope).selectAll().where('id', '=', id).executeTakeFirst() : undefined;
      if (row === undefined || !(await reaches(scope, row))) throw new KeepsakeError('unpacking-not-found');
      return row;
    },

    async running(scope: Scope): Promise<UnpackingRow[]> {
      const rows = await ofAccount(scope).selectAll().where('state', '=', 'running').execute();
      const reached = await Promise.all(rows.map((row) => reaches(scope, row)));
      return rows.filter((_, at) => reached[at]);
    },

    /** The oldest of each account that is to be continued, the oldest first. */
    async toContinue(): Promise<Pick<UnpackingRow, 'id' | 'account'>[]> {
      const oldest = db.selectFrom('unpackings').where('state', '=', 'running').groupBy('account');
      const rows = oldest.select((eb) => ['account', eb.fn.min('id').as('id')]);
      return await rows.orderBy('id').limit(rowsAtOnce).execute();
    },

    /** Counts a beginning, and returns the row while it is to be continued. */
    async begin({ account }: Scope, id: string): Promise<UnpackingRow | undefined> {
      return await db
        .updateTable('unpackings')
        .set((eb) => ({ tries: eb('tries', '+', 1) }))
        .where('id', '=', id)
        .where('account', '=', account)
        .where('state', '=', 'running')
        .returningAll()
        .executeTakeFirst();
    },

    /** Notes that the server stopped in the middle, which says nothing about the archive. */
    async pause({ account }: Scope, id: string): Promise<void> {
      const rows = db.updateTable('unpackings').set({ tries: 0 }).where('id', '=', id);
      await rows.where('account', '=', account).execute();
    },

    /**
     * Notes how far it got since the row was read or noted, and returns the row; undefined if it was stopped meanwhile, or another
     * node goes on with it.
     */
    async advance(row: UnpackingRow, { entries, bytes, leftOut }: Progress): Promise<UnpackingRow | undefined> {
      const told = leftOut.length === 0 ? [] : [...leftOutOf(row), ...leftOut].slice(0, maxLeftOutListed);
      return await db
        .updateTable('unpackings')
        .set({
          done_entries: row.done_entries + entries,
          done_bytes: row.done_bytes + bytes,
          left_out: row.left_out + leftOut.length,
          ...(told.length > 0 && { left_out_first: JSON.stringify(told) }),
          tries: 0,
        })
        .where('id', '=', row.id)
        .where('account', '=', row.account)
        .where('done_entries', '=', row.done_entries)
        .where('state', '=', 'running')
        .returningAll()
        .executeTakeFirst();
    },

    /** Notes the bytes that are done in the middle of a file; false if it was stopped meanwhile. */
    async note({ id, account }: UnpackingRow, doneBytes: number): Promise<boolean> {
      const noted = await db
        .updateTable('unpackings')
        .set({ done_bytes: doneBytes, tries: 0 })
        .where('id', '=', id)
        .where('account', '=', account)
        .where('state', '=', 'running')
        .returning('id')
        .executeTakeFirst();
      return noted !== undefined;
    },

    /** Ends one that runs, inside a transaction; what it made is one operation. Returns false if it has ended already. */
    async end(
      { trx, did, operationId }: Write,
      { id, account, folder_id: folder }: Pick<UnpackingRow, 'id' | 'account' | 'folder_id'>,
      { state, error = null }: { state: UnpackingRow['state']; error?: ErrorCode | null },
    ): Promise<boolean> {
      const running = trx.updateTable('unpackings').where('id', '=', id).where('account', '=', account);
      const ended = await running
        .set({ state, error, ended_at: now() })
        .where('state', '=', 'running')
        .returning('id')
        .executeTakeFirst();
      if (ended === undefined) return false;
      did({ did: 'make', id: folder, isEmpty: false });
      await running.set({ operation_id: operationId() }).execute();
      return true;
    },

    /** The oldest of an account that have ended make room for a new one. */
    async makeRoom({ trx }: Write, { account }: Scope): Promise<void> {
      const ended = trx.selectFrom('unpackings').select('id').where('account', '=', account);
      const rows = await ended
        .where('state', '!=', 'running')
        .orderBy('id', 'desc')
        .offset(maxUnpackings - 1)
        .limit(maxUnpackings)
        .execute();
      const ids = rows.map(({ id }) => id);
      if (ids.length > 0) await trx.deleteFrom('unpackings').where('id', 'in', ids).execute();
    },

    /** Forgets those that had ended long before a moment, in milliseconds. */
    async prune(at: number): Promise<void> {
      const ages = db.selectFrom('unpackings').select('ended_at').where('ended_at', 'is not', null).orderBy('ended_at');
      await removeOlder(at - unpackingSeconds * 1000, {
        ageAt: async (count) => (await ages.offset(count).limit(1).executeTakeFirst())?.ended_at ?? undefined,
        removeUpTo: (age) => db.deleteFrom('unpackings').where('ended_at', '<=', age).execute(),
      });
    },
  };

  function ofAccount({ account }: Scope) {
    return db.selectFrom('unpackings').where('account', '=', account);
  }

  /** A scope below Root reaches those into folders in it. */
  async function reaches(scope: Scope, { folder_id: folder }: UnpackingRow): Promise<boolean> {
    return scope.root === null || (await allAncestors(db, scope, [folder])).has(folder);
  }
}

export function recordOf(row: Selectable<UnpackingRow>): Unpacking {
  return {
    id: row.id,
    fileId: row.file_id,
    folderId: row.folder_id,
    name: row.name,
    state: row.state,
    entries: { done: row.done_entries, total: row.entries },
    bytes: { done: row.done_bytes, total: row.bytes },
    leftOut: { count: row.left_out, first: leftOutOf(row) },
    error: row.error,
    operationId: row.operation_id,
    startedAt: row.started_at,
    endedAt: row.ended_at,
  };
}

function leftOutOf({ left_out_first }: Pick<UnpackingRow, 'left_out_first'>): LeftOut[] {
  return JSON.parse(left_out_first) as LeftOut[];
}
