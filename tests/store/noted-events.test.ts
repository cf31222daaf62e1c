import { type Kysely, sql } from 'kysely';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { createAccountEvents } from '#server/accounts/events/account-events.ts';
import type { SendMail } from '#server/accounts/events/account-mails.ts';
import { createEventQueue } from '#server/accounts/events/event-queue.ts';
import type { Database } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import { allowWrites, refuseWrites } from '#server/database/writing.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { bothEngines } from './both-engines.ts';

const many = 200;

describe.each(bothEngines)('on $engine', ({ engine, open }) => {
  test('failed log-ins hold up no other write, and are there when the server has ended', async () => {
    const { db } = await open();
    const { events, note } = await notesOf(db);
    for (let i = 0; i < many; i += 1) note(i);
    await write(db);
    // A group of them was under way.
    if (engine === 'SQLite') expect(await countOf(db)).toBeLessThan(many / 2);
    await events.close();
    expect(await countOf(db)).toBe(many);
  });

  test('what the database refuses for a while is recorded then', async () => {
    const { db } = await open();
    const { events, note } = await notesOf(db);
    const tables = ['account_events'];
    await db.transaction().execute((trx) => refuseWrites(trx, tables));
    for (let i = 0; i < 3; i += 1) note(i);
    await write(db);
    await db.transaction().execute((trx) => allowWrites(trx, tables));
    await events.close();
    expect(await countOf(db)).toBe(3);
  });

  test('so is a log-in on a new device, and then the mail about it is sent', async () => {
    const { db } = await open();
    const mails: string[] = [];
    const { events } = await notesOf(db, async ({ to, subject }) => void mails.push(`${to}: ${subject}`));
    const logIn = (userAgent: string) =>
      events.happened({ account: '0', kind: 'log-in', client: { address: '192.0.2.1', userAgent } });
    await logIn('one');
    await db.transaction().execute((trx) => refuseWrites(trx, ['account_events']));
    await logIn('two');
    expect(mails).toEqual([]);
    await db.transaction().execute((trx) => allowWrites(trx, ['account_events']));
    await events.close();
    const rows = await db.selectFrom('account_events').select('kind').orderBy('id').execute();
    expect(rows.map(({ kind }) => kind)).toEqual(['log-in', 'new-device']);
    expect(mails).toEqual(['0@example.com: A new device logged in to Keepsake']);
  });

  test('where nobody logged in for so long that no log-in is known, any device is new', async () => {
    const { db } = await open();
    const mails: string[] = [];
    const { events } = await notesOf(db, async ({ to, subject }) => void mails.push(`${to}: ${subject}`));
    await sql`update "user" set "createdAt" = '2020-01-01T00:00:00.000Z' where id = '1'`.execute(db);
    for (const account of ['0', '1'])
      await events.happened({ account, kind: 'log-in', client: { address: '192.0.2.1', userAgent: 'one' } });
    expect(mails).toEqual(['1@example.com: A new device logged in to Keepsake']);
  });

  test('what is noted of an account that is deleted meanwhile does not stay', async () => {
    const { db } = await open();
    const { events, note } = await notesOf(db);
    await db.transaction().execute(async (trx) => {
      // As the deletion does it: the events go before the account.
      const lock = engine === 'PostgreSQL' ? sql`for update` : sql``;
      await sql`select id from "user" where id = '7' ${lock}`.execute(trx);
      await trx.deleteFrom('account_events').where('account', '=', '7').execute();
      note(7);
      note(8);
      // On PostgreSQL it reaches the database before the deletion ends.
      if (engine === 'PostgreSQL') await waitForLock(trx);
      await sql`delete from "user" where id = '7'`.execute(trx);
    });
    await events.close();
    const rows = await db.selectFrom('account_events').select('account').execute();
    expect(rows.map(({ account }) => account)).toEqual(['8']);
  });

  test('an attempt that fails while the server ends is followed by one more', async () => {
    const { db } = await open();
    const begun = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const recorded: number[] = [];
    let attempts = 0;
    const queue = createEventQueue<number, never>({
      db,
      async record(event) {
        attempts += 1;
        begun.resolve();
        await goOn.promise;
        if (attempts === 1) throw Object.assign(new Error('refused'), { code: 'SQLITE_BUSY' });
        recorded.push(event);
        return undefined;
      },
      recorded: async () => {},
      log: pino({ level: 'silent' }),
    });
    queue.add(7);
    await begun.promise;
    const closed = queue.close();
    goOn.resolve();
    await closed;
    expect(recorded).toEqual([7]);
  });

  test('what comes just when all others are recorded is recorded too, before the server has ended', async () => {
    const { db } = await open();
    for (let turns = 0; turns < 10; turns += 1) {
      const recorded: string[] = [];
      const closed = Promise.withResolvers<void>();
      const queue = createEventQueue<string, string>({
        db,
        record: async (event) => (recorded.push(event), event),
        async recorded(event) {
          if (event === 'first') void addLate();
        },
        log: pino({ level: 'silent' }),
      });
      queue.add('first');
      await closed.promise;
      expect(recorded, `${turns} turns later`).toEqual(['first', 'late']);

      async function addLate() {
        for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
        queue.add('late');
        closed.resolve(queue.close());
      }
    }
  });
});

/** The events of 20 accounts. */
async function notesOf(db: Database, sendMail: SendMail = async () => {}) {
  // As much of the library's table as is read.
  await sql`create table "user" (id text, email text, "createdAt" text)`.execute(db);
  const createdAt = new Date().toISOString();
  for (let i = 0; i < 20; i += 1)
    await sql`insert into "user" values (${`${i}`}, ${`${i}@example.com`}, ${createdAt})`.execute(db);
  const log = pino({ level: 'silent' });
  const events = createAccountEvents({
    db,
    sendMail,
    publicUrl: new URL('http://localhost'),
    ways: { password: true, provider: null },
    log,
    now: Date.now,
  });
  const note = (i: number) =>
    events.noted({ account: `${i % 20}`, kind: 'log-in-failed', client: { address: `192.0.2.${i}`, userAgent: null } });
  return { events, note };
}

async function write(db: Database): Promise<void> {
  await db
    .updateTable('installation')
    .set((eb) => ({ id: eb.ref('id') }))
    .execute();
}

/** How many failed log-ins there are, with those that are counted in others. */
async function countOf(db: Database): Promise<number> {
  const rows = await db.selectFrom('account_events').select('times').execute();
  return rows.reduce((sum, { times }) => sum + times, 0);
}

/** Waits until somebody waits for what another transaction holds. */
async function waitForLock(db: Kysely<Tables>): Promise<void> {
  await waitFor(async () => (await sql`select 1 from pg_locks where not granted`.execute(db)).rows.length > 0, {
    what: 'the event to wait',
  });
}
