import type { ExpressionBuilder, Kysely } from 'kysely';
import { challengeSeconds } from '#contract/limits.ts';
import type { Database } from '#server/database/open.ts';
import type { ChallengeRow } from '#server/database/tables/access-rows.ts';
import type { Tables } from '#server/database/tables.ts';
import { hashOfToken, newToken } from './tokens.ts';

type Challenge = Pick<ChallengeRow, 'kind' | 'account' | 'password_sum'> & Partial<Pick<ChallengeRow, 'is_confirmed'>>;

/** Of one kind and account: with one more, the oldest ends. */
const maxOpen = 100;
/** While challenges begin, those whose time is over are deleted this often. */
const pruneMs = 60 * 1000;

export type Challenges = ReturnType<typeof createChallenges>;

/** What a browser is asked to show once, in `challengeSeconds`. Only a hash of the token that stands for it is stored. */
export function createChallenges({ db, now }: { db: Database; now: () => number }) {
  let prunedAt = performance.now();
  return {
    /** Begins a challenge and returns its token: 256 random bits in base64url. */
    async begin(challenge: Challenge): Promise<string> {
      const token = newToken();
      const ends_at = now() + challengeSeconds * 1000;
      const row = { is_confirmed: 0 as const, ...challenge, token_hash: hashOfToken(token), ends_at };
      await db.insertInto('challenges').values(row).execute();
      if (row.account !== null) await endOlder(row);
      if (performance.now() - prunedAt >= pruneMs) await prune();
      return token;
    },

    /** The challenge of a token; undefined when it was taken, or its time is over. */
    find: (kind: Challenge['kind'], token: string): Promise<ChallengeRow | undefined> =>
      db.selectFrom('challenges').selectAll().where(isOpen(kind, token)).executeTakeFirst(),

    /** Ends the challenge and returns it: to one caller, of however many. */
    take: (trx: Kysely<Tables>, kind: Challenge['kind'], token: string): Promise<ChallengeRow | undefined> =>
      trx.deleteFrom('challenges').where(isOpen(kind, token)).returningAll().executeTakeFirst(),
  };

  function isOpen(kind: Challenge['kind'], token: string) {
    return (eb: ExpressionBuilder<Tables, 'challenges'>) =>
      eb.and([eb('token_hash', '=', hashOfToken(token)), eb('kind', '=', kind), eb('ends_at', '>', now())]);
  }

  /** Nobody keeps more of them open than a few browsers need. */
  async function endOlder({ kind, account }: Challenge): Promise<void> {
    const ofAccount = db
      .selectFrom('challenges')
      .select('token_hash')
      .where('account', '=', account)
      .where('kind', '=', kind);
    const older = await ofAccount.orderBy('ends_at', 'desc').offset(maxOpen).limit(maxOpen).execute();
    if (older.length === 0) return;
    const hashes = older.map(({ token_hash }) => token_hash);
    await db.deleteFrom('challenges').where('token_hash', 'in', hashes).execute();
  }

  async function prune(): Promise<void> {
    prunedAt = performance.now();
    await db.deleteFrom('challenges').where('ends_at', '<=', now()).execute();
  }
}
