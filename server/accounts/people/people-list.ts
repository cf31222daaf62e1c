import { type Kysely, sql } from 'kysely';
import type { Person } from '#contract/records/people.ts';
import type { Database } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { personName } from '../profile/person-name.ts';
import { handOversOf } from './hand-over-plans.ts';
import { waitingStates } from './waiting.ts';

/** How long the sums of all accounts are kept, in milliseconds: they are of every row. */
const sumsMs = 60 * 1000;

export type Sums = { people: number; usedBytes: number };

export type PeoplePage = { people: Person[]; sums: Sums; nextCursor: string | null };

/** The accounts as who runs the server sees them, by address. */
export function createPeopleList({ db, now }: { db: Database; now: () => number }) {
  let summed: { sums: Promise<Sums>; until: number } | undefined;

  return {
    async page({ cursor, limit }: { cursor?: string | undefined; limit: number }): Promise<PeoplePage> {
      const rows = await selectPeople(db)
        .where('u.email', '>', cursor ?? '')
        .orderBy('u.email')
        .limit(limit + 1)
        .execute();
      const shown = await asPeople(db, rows.slice(0, limit));
      return {
        people: shown,
        // Of all of them, where all are on this page.
        sums: cursor === undefined && rows.length <= limit ? sumsOf(shown) : await sums(),
        nextCursor: rows.length > limit ? (shown.at(-1)?.email ?? null) : null,
      };
    },
    sums,
  };

  async function sums(): Promise<Sums> {
    if (summed === undefined || summed.until <= now()) {
      const read = readSums(db);
      summed = { sums: read, until: now() + sumsMs };
      read.catch(() => {
        summed = undefined;
      });
    }
    return await summed.sums;
  }
}

function sumsOf(people: readonly Person[]): Sums {
  return { people: people.length, usedBytes: people.reduce((sum, { usedBytes }) => sum + usedBytes, 0) };
}

/** One account. Throws person-not-found. */
export async function readPerson(db: Kysely<Tables>, by: { id: string } | { email: string }): Promise<Person> {
  const all = selectPeople(db);
  const row = await ('id' in by
    ? all.where('u.id', '=', by.id)
    : all.where('u.email', '=', by.email)
  ).executeTakeFirst();
  const [person] = row === undefined ? [] : await asPeople(db, [row]);
  if (person === undefined) throw new KeepsakeError('person-not-found');
  return person;
}

async function readSums(db: Database): Promise<Sums> {
  const { rows } = await sql<Record<keyof Sums, number | string>>`
    select count(*) as people, coalesce(sum(a.used_bytes), 0) as "usedBytes"
    from "user" u left join accounts a on a.user_id = u.id
  `.execute(db);
  // An engine may add up to a type of its own.
  return { people: Number(rows[0]?.people ?? 0), usedBytes: Number(rows[0]?.usedBytes ?? 0) };
}

/** The columns of the library's table that matter here. */
type User = { id: string; name: string; email: string; createdAt: string | Date };

function selectPeople(db: Kysely<Tables>) {
  return db
    .selectFrom(sql<User>`"user"`.as('u'))
    .leftJoin('people as p', 'p.account', 'u.id')
    .leftJoin('profiles', 'profiles.account', 'u.id')
    .leftJoin('accounts as a', 'a.user_id', 'u.id')
    .leftJoin('two_steps as t', 't.account', 'u.id')
    .select([
      'u.id',
      personName.as('name'),
      'u.email',
      'u.createdAt',
      'p.role',
      'p.state',
      'p.state_at',
      'p.last_seen_at',
      't.on_since',
    ])
    .select(['a.used_bytes', 'a.used_entries', 'a.quota_bytes', 'a.quota_entries']);
}

type Found = Awaited<ReturnType<ReturnType<typeof selectPeople>['executeTakeFirstOrThrow']>>;

async function asPeople(db: Kysely<Tables>, rows: readonly Found[]): Promise<Person[]> {
  const waiting = rows.filter(({ state }) => waitingStates.some((one) => one === state));
  const handOvers = await handOversOf(
    db,
    waiting.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...personOf(row), handOver: handOvers.get(row.id) ?? null }));
}

function personOf(row: Found): Omit<Person, 'handOver'> {
  const createdAt = new Date(row.createdAt).getTime();
  return {
    id: row.id,
    name: row.name ?? row.email,
    email: row.email,
    role: row.role ?? 'member',
    state: row.state ?? 'active',
    stateAt: row.state_at ?? createdAt,
    createdAt,
    lastSeenAt: row.last_seen_at,
    hasTwoStepLogin: row.on_since !== null,
    usedBytes: row.used_bytes ?? 0,
    usedEntries: row.used_entries ?? 0,
    quotaBytes: row.quota_bytes,
    quotaEntries: row.quota_entries,
  };
}
