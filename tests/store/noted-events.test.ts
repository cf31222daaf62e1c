import { sql } from 'kysely';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { createAccountEvents } from '#server/accounts/events/account-events.ts';
import type { SendMail } from '#server/accounts/events/account-mails.ts';
import { createEventQueue } from '#server/accounts/events/event-queue.ts';
import type { Database } from '#server/database/open.ts';
import { allowWrites, refuseWrites } from '#server/database/writing.ts';
import { bothEngines } from './both-engines.ts';

const many = 200;

describe.each(bothEngines)('on $engine', ({ engine, open }) => {
  test('failed log-ins hold up no other write, and are there when the server has ended', async () => {
    const { db } = await open();
    const { events, note } = notesOf(db);
    for (let i = 0; i < many; i += 1) note(i);
    await write(db);
    // A group of them was under way.
    if (engine === 'SQLite') expect(await countOf(db)).toBeLessThan(many / 2);
    await events.close();
    expect(await countOf(db)).toBe(many);
  });

  test('what the database refuses for a while is recorded then', async () => {
    const { db } = await open();
    const { events, note } = notesOf(db);
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
    // As much of the library's table as is read.
    await sql`create table "user" (id text, email text)`.execute(db);
    await sql`insert into "user" values ('a', 'ada@example.com')`.execute(db);
    const mails: string[] = [];
    const { events } = notesOf(db, async ({ to, subject }) => void mails.push(`${to}: ${subject}`));
    const logIn = (userAgent: string) =>
      events.happened({ account: 'a', kind: 'log-in', client: { address: '192.0.2.1', userAgent } });
    await logIn('one');
    await db.transaction().execute((trx) => refuseWrites(trx, ['account_events']));
    await logIn('two');
    expect(mails).toEqual([]);
    await db.transaction().execute((trx) => allowWrites(trx, ['account_events']));
    await events.close();
    const rows = await db.selectFrom('account_events').select('kind').orderBy('id').execute();
    expect(rows.map(({ kind }) => kind)).toEqual(['log-in', 'new-device']);
    expect(mails).toEqual(['ada@example.com: A new device logged in to Keepsake']);
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
});

function notesOf(db: Database, sendMail: SendMail = async () => {}) {
  const log = pino({ level: 'silent' });
  const events = createAccountEvents({ db, sendMail, publicUrl: new URL('http://localhost'), log, now: Date.now });
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
