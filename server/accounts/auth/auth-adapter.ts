import type { DBAdapter, DBTransactionAdapter, Where } from '@better-auth/core/db/adapter';
import type { BetterAuthOptions } from 'better-auth';
import { getAdapter } from 'better-auth/db/adapter';
import { sql, type Transaction } from 'kysely';
import { isOnServer } from '#server/database/long-transaction.ts';
import type { Database, OpenDatabase } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import type { FirstStep } from '../admitted.ts';
import { noteLogIn } from '../people/people.ts';
import type { SessionLife, SessionTimes } from '../session-life.ts';
import { endSessionsAndLinks } from '../sessions/end-sessions.ts';
import { hashOfToken } from '../tokens.ts';
import { authError } from './auth-hooks.ts';
import type { AuthRequest } from './auth-request.ts';
import { endSurplusSessions } from './session-cap.ts';

type Deps = {
  forAuth: OpenDatabase['forAuth'];
  options: BetterAuthOptions;
  /** Whether the request that is being handled sets a new password by a reset link. */
  isReset: () => boolean;
  /** Ends what a new password ends besides sessions and links, in the transaction that stores the password. */
  endAccess: (trx: Transaction<Tables>, account: string) => Promise<void>;
  /** What the request has shown: the stored hash that its password matches, or the account that it was admitted to. */
  shown: () => Pick<AuthRequest, 'verifiedHash' | 'admitted'>;
  /** Whether the request has to take the second step of the account before a session begins. */
  needsSecondStep: (trx: Transaction<Tables>, first: FirstStep) => Promise<boolean>;
  life: SessionLife;
  now: () => number;
  /** Called after a new session ended an earlier one. */
  onSessionEnd: (account: string) => void;
  /** Called after a password was reset. */
  onReset: (account: string) => void;
  /** Called in the transaction that makes an account, when all else of it is done. What it throws undoes the transaction. */
  onSignUp: (trx: Transaction<Tables>, user: { account: string; email: string }) => Promise<void>;
};

/**
 * The rows of better-auth, with six differences. Of the token of a session only a hash is stored: the library finds a
 * session by its token and gets the token back, but no row contains one. A session that was not used for too long is not
 * found. A password that is reset ends everything that gave access before, in one transaction. And a session begins only
 * while the password that was compared is still the account's: a reset may have come in between; it begins in no account
 * that is disabled or closed for its person, nor before the second step of one that has two, and ends one of too many.
 * A sign-up uses its invitation up in the transaction that makes the account.
 */
export async function createAuthAdapter(deps: Deps): Promise<DBAdapter> {
  const { forAuth, options, isReset, endAccess, shown, needsSecondStep, onSessionEnd, onReset, onSignUp, life, now } =
    deps;
  const adapterOf = (db: Database, transaction: boolean) =>
    getAdapter({ ...options, database: { ...forAuth, db, transaction } });
  const adapter = await adapterOf(forAuth.db, true);
  return {
    ...adapter,
    ...withHashedTokens(adapter),
    async findOne(query) {
      const found = await withHashedTokens(adapter).findOne(query);
      const isOver = query.model === 'session' && found !== null && life.hasEnded(found as SessionTimes, now());
      return isOver ? null : (found as never);
    },
    create: (query) =>
      query.model === 'session' ? inTransaction((rows) => rows.create(query)) : adapter.create(query),
    updateMany: (query) =>
      resetIn(query) === null
        ? withHashedTokens(adapter).updateMany(query)
        : inTransaction((rows) => rows.updateMany(query)),
    transaction: inTransaction,
  };

  async function inTransaction<Result>(work: (rows: DBTransactionAdapter) => Promise<Result>): Promise<Result> {
    const afterwards: (() => void)[] = [];
    const result = await forAuth.db.transaction().execute(async (trx) => {
      const plain = await adapterOf(trx, false);
      const rows = { ...plain, ...withHashedTokens(plain) };
      const made: Parameters<typeof onSignUp>[1][] = [];
      const done = await work({
        ...rows,
        async create(query) {
          const user = String(query.data['userId']);
          const times = query.model === 'session' ? await beginSession(trx, user) : {};
          const created = await rows.create({ ...query, data: { ...query.data, ...times } });
          const id = String(created['id']);
          if (query.model === 'user') made.push({ account: id, email: String(created['email']) });
          if (query.model === 'session' && (await endSurplusSessions(trx, user, id)))
            afterwards.push(() => onSessionEnd(user));
          return created as never;
        },
        async updateMany(query) {
          const updated = await rows.updateMany(query);
          const account = resetIn(query);
          if (account === null) return updated;
          // The link was sent to it.
          const where = [{ field: 'id', value: account }];
          await rows.updateMany({ model: 'user', where, update: { emailVerified: true } });
          await endSessionsAndLinks(trx, account);
          await endAccess(trx, account);
          afterwards.push(() => onReset(account));
          return updated;
        },
      });
      for (const user of made) await onSignUp(trx, user);
      return done;
    });
    for (const tell of afterwards) tell();
    return result;
  }

  /** Lets a session of the account begin: returns its times. Throws what the person who logs in is told. */
  async function beginSession(trx: Transaction<Tables>, user: string) {
    const { verifiedHash, admitted: shownOther } = shown();
    const admitted = shownOther?.account === user ? shownOther : undefined;
    const passwordHash = await holdPassword(trx, user);
    if (admitted === undefined && (verifiedHash === undefined || passwordHash !== verifiedHash))
      throw authError('UNAUTHORIZED', 'wrong-credentials');
    const state = await noteLogIn(trx, user, now());
    if (state === 'disabled' || state === 'closed') throw authError('FORBIDDEN', 'account-disabled');
    const failure = await admitted?.use?.(trx, passwordHash);
    if (failure !== undefined) throw authError('UNAUTHORIZED', failure);
    const isConfirmed = admitted?.isConfirmed !== false;
    const isFirstStep = admitted === undefined || admitted.needsSecondStep === true;
    if (isFirstStep && (await needsSecondStep(trx, { account: user, passwordHash, isConfirmed })))
      throw authError('FORBIDDEN', 'second-step-needed');
    return { confirmedAt: isConfirmed ? now() : null, lastSeenAt: now() };
  }

  /** The account whose password a change replaces by a reset link. */
  function resetIn({ model, where, update }: { model: string; where?: Where[]; update: object }): string | null {
    return model === 'account' && 'password' in update && isReset() ? userIn(where ?? []) : null;
  }
}

/** The stored hash of the account's password, which stays until the transaction ends; undefined where there is none. */
async function holdPassword(trx: Transaction<Tables>, user: string): Promise<string | undefined> {
  const lock = isOnServer(trx) ? sql`for share` : sql``;
  const { rows } = await sql<{ password: string | null }>`
    select password from account where "userId" = ${user} and "providerId" = 'credential' ${lock}
  `.execute(trx);
  return rows[0]?.password ?? undefined;
}

/** The calls that read or write sessions, with the hash of a token in place of the token. */
function withHashedTokens(
  adapter: DBTransactionAdapter,
): Pick<
  DBAdapter,
  'create' | 'findOne' | 'findMany' | 'update' | 'updateMany' | 'delete' | 'deleteMany' | 'consumeOne'
> {
  return {
    async create(query) {
      if (query.model !== 'session') return await adapter.create(query);
      const { token } = query.data as { token?: unknown };
      if (typeof token !== 'string') throw new Error('A session needs a token');
      const created = await adapter.create({ ...query, data: { ...query.data, token: hashOfToken(token) } });
      return { ...created, token } as never;
    },
    findOne: async (query) => restored(await adapter.findOne(hashed(query)), query),
    findMany: async (query) => (await adapter.findMany(hashed(query))).map((row) => restored(row, query)) as never,
    update: async (query) => restored(await adapter.update(hashed(query)), query),
    updateMany: (query) => adapter.updateMany(hashed(query)),
    delete: (query) => adapter.delete(hashed(query)),
    deleteMany: (query) => adapter.deleteMany(hashed(query)),
    consumeOne: async (query) => restored(await adapter.consumeOne(hashed(query)), query),
  };
}

type Query = { model: string; where?: Where[] | undefined };

function hashed<Asked extends Query>(query: Asked): Asked {
  if (query.model !== 'session' || query.where === undefined) return query;
  return {
    ...query,
    where: query.where.map((condition) => (condition.field === 'token' ? hashedIn(condition) : condition)),
  };
}

function hashedIn({ value, ...condition }: Where): Where {
  return {
    ...condition,
    value: Array.isArray(value) ? value.map((token) => hashOfToken(String(token))) : hashOfToken(String(value)),
  };
}

/** A row with the token by which it was looked for, instead of the hash. */
function restored<Found>(row: Found, { model, where = [] }: Query): Found {
  if (model !== 'session' || typeof row !== 'object' || row === null || !('token' in row)) return row;
  const tokens = where.flatMap(({ field, value }) => (field === 'token' ? [value].flat().map(String) : []));
  const token = tokens.find((candidate) => hashOfToken(candidate) === row.token);
  return token === undefined ? row : { ...row, token };
}

/** The account that a change of account rows is about. */
function userIn(where: Where[]): string | null {
  const value = where.find(({ field }) => field === 'userId')?.value;
  return typeof value === 'string' ? value : null;
}
