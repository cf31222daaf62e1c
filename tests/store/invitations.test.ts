import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { ErrorCode } from '#contract/errors.ts';
import { createAdministration } from '#server/accounts/people/administration.ts';
import { createInvitations } from '#server/accounts/people/invitations.ts';
import { createServerSettings } from '#server/accounts/people/server-settings.ts';
import { readConfigOf } from '#server/config/config.ts';
import { createAccounts } from '#server/create-accounts.ts';
import type { OpenDatabase } from '#server/database/open.ts';
import { allowWrites, refuseWrites } from '#server/database/writing.ts';
import { atEndOfFile } from '#tests/support/fixtures/file-end.ts';
import { bothEngines } from './both-engines.ts';

test.each(bothEngines)('a link was sent when a mail server took it in time, on $engine', async ({ open }) => {
  const { db } = await open();
  // As much of the library's table as is read.
  await sql`create table "user" (id text, name text, email text, "createdAt" text)`.execute(db);
  await sql`insert into "user" values ('ada', 'Ada', 'ada@example.org', '2026-01-01T00:00:00.000Z')`.execute(db);
  await sql`
    create table verification (id text, identifier text, value text, "expiresAt" text, "createdAt" text, "updatedAt" text)
  `.execute(db);
  const now = Date.now;
  const silent = () => new Promise<never>(() => {});
  const refusing = () => Promise.reject(new Error('The mailbox is full'));
  const taking = () => Promise.resolve();
  for (const [mailKind, answer, isSent] of [
    ['smtp', taking, true],
    ['smtp', silent, false],
    ['smtp', refusing, false],
    // A folder, from which nothing is delivered.
    ['outbox', taking, false],
  ] as const) {
    const mailed: string[] = [];
    const { invitations, people } = createAdministration({
      db,
      invitations: createInvitations({ db, now }),
      settings: createServerSettings({ db, fixed: { signUp: undefined, defaultQuotaBytes: undefined }, now }),
      events: { happened: async () => {} } as unknown as Parameters<typeof createAdministration>[0]['events'],
      sendMail({ to }) {
        mailed.push(to);
        return answer();
      },
      mailKind,
      publicUrl: new URL('https://keepsake.example'),
      passwordLogIn: 'open',
      removeTwoStep: async () => false,
      onAccessEnd: () => {},
      onSettings: () => {},
      mailWaitMs: answer === silent ? 1 : 60_000,
      now,
    });
    const actor = { account: 'ada', client: { address: null, userAgent: null } };
    const wanted = { email: 'fern@example.org', quotaBytes: null, sendsMail: true };
    const made = await invitations.create(actor, wanted);
    expect(made).toMatchObject({ isSent, url: expect.stringMatching(/^https:\/\/keepsake\.example\/join#/) });
    expect(mailed).toEqual(['fern@example.org']);
    // Not the link: it would let the administrator into the account.
    await expect(people.sendPasswordLink(actor, 'ada')).resolves.toEqual({ isSent });
    expect(mailed).toEqual(['fern@example.org', 'ada@example.org']);
  }
});

test.each(bothEngines)('a sign-up and what its invitation promised are one, on $engine', async ({ open }) => {
  const database = await open();
  const { db } = database;
  const { invitations, signUp } = await doorsOf(database);
  const { token } = await invitations.invite({ email: null, quota_bytes: 1000, made_by: null });
  const setup = (await invitations.newSetup()) ?? '';
  const tables = ['accounts', 'people'];
  await db.transaction().execute((trx) => refuseWrites(trx, tables));
  for (const link of [token, setup]) await expect(signUp('fern@example.org', link)).rejects.toThrow('was migrated');
  await db.transaction().execute((trx) => allowWrites(trx, tables));
  // Nobody is there without it, and the links let them in as if nothing had been.
  await expect(signUp('fern@example.org', token)).resolves.toBe('done');
  await expect(db.selectFrom('accounts').select('quota_bytes').execute()).resolves.toEqual([{ quota_bytes: 1000 }]);
  await expect(signUp('ada@example.org', setup)).resolves.toBe('done');
  await expect(db.selectFrom('people').select('role').execute()).resolves.toEqual([{ role: 'administrator' }]);
  const events = await db.selectFrom('account_events').select('kind').orderBy('id').execute();
  expect(events.map(({ kind }) => kind)).toEqual(['sign-up', 'sign-up', 'made-administrator']);
  for (const link of [token, setup]) await expect(signUp('cleo@example.org', link)).resolves.toBe('invitation-ended');
});

test.each(bothEngines)('an invitation for one address tells nothing about others, on $engine', async ({ open }) => {
  const { invitations, signUp } = await doorsOf(await open());
  await signUp('ada@example.org');
  const { token } = await invitations.invite({ email: 'fern@example.org', quota_bytes: null, made_by: null });
  for (const email of ['ada@example.org', 'nobody@example.org'])
    await expect(signUp(email, token)).resolves.toBe('invitation-for-another');
});

test.each(bothEngines)(
  'an address that an account can still take back is not invited, on $engine',
  async ({ open }) => {
    const database = await open();
    const { invitations, signUp } = await doorsOf(database);
    await signUp('new@example.org');
    await sql`
    insert into address_changes (id, account, old_email, new_email, take_back_hash, created_at, confirmed_at)
    select 'change', id, 'old@example.org', email, 'hash', ${Date.now()}, ${Date.now()} from "user"
  `.execute(database.db);
    const wanted = { email: 'old@example.org', quota_bytes: null, made_by: null };
    await expect(invitations.invite(wanted)).rejects.toMatchObject({ code: 'address-reserved' });
    await database.db.updateTable('address_changes').set({ confirmed_at: 1 }).execute();
    const { token } = await invitations.invite(wanted);
    await expect(signUp('old@example.org', token)).resolves.toBe('done');
  },
);

test.each(bothEngines)('who may not invite any more lets nobody in, on $engine', async ({ open }) => {
  const database = await open();
  const { invitations, signUp } = await doorsOf(database);
  const bo = { account: 'bo', role: 'administrator', state: 'active', state_at: 0 } as const;
  await database.db.insertInto('people').values(bo).execute();
  const { id, token } = await invitations.invite({ email: null, quota_bytes: null, made_by: 'bo' });
  const listed = async () => (await invitations.list()).map((one) => one.id);
  for (const change of [{ role: 'member' }, { state: 'disabled' }, { state: 'closing' }] as const) {
    await database.db.updateTable('people').set(change).execute();
    await expect(invitations.read(token)).rejects.toMatchObject({ code: 'invitation-ended' });
    await expect(signUp('fern@example.org', token)).resolves.toBe('invitation-ended');
    await expect(listed()).resolves.toEqual([]);
    await database.db.updateTable('people').set(bo).execute();
    await expect(listed()).resolves.toEqual([id]);
  }
  await expect(signUp('fern@example.org', token)).resolves.toBe('done');
});

test.each(bothEngines)('nobody signs up with what no page could show, on $engine', async ({ open }) => {
  const { signUp } = await doorsOf(await open());
  await expect(signUp(`${'a'.repeat(5000)}@example.org`)).resolves.toBe('email-invalid');
  for (const name of ['', '  ', 'Ada\nof Keepsake', 'x'.repeat(101)])
    await expect(signUp('ada@example.org', undefined, name)).resolves.toBe('invalid-input');
  await expect(signUp('ada@example.org', undefined, 'Ada')).resolves.toBe('done');
});

/** Who lets people in, on a database without a server. */
async function doorsOf(database: OpenDatabase) {
  const publicUrl = new URL('https://keepsake.example');
  const now = Date.now;
  const { invitations, auth } = await createAccounts({
    config: readConfigOf({}),
    database,
    secret: 'a secret of the server, which is long enough',
    publicUrl,
    sendMail: async () => {},
    settings: createServerSettings({
      db: database.db,
      fixed: { signUp: undefined, defaultQuotaBytes: undefined },
      now,
    }),
    draw: async () => undefined,
    onAccessEnd: () => {},
    onSettings: () => {},
    isOwnOrigin: () => true,
    log: pino({ level: 'silent' }),
    report: () => {},
    now,
  });
  atEndOfFile(auth.close);
  return {
    invitations,

    /** Throws what the database says. */
    async signUp(email: string, token?: string, name = email): Promise<ErrorCode | 'done'> {
      const request = new Request(new URL('/api/auth/sign-up/email', publicUrl), {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(token !== undefined && { 'x-invitation': token }) },
        body: JSON.stringify({ name, email, password: 'a password for a whole life' }),
      });
      const answer = await auth.handler(request);
      return answer.ok ? 'done' : ((await answer.json()) as { code: ErrorCode }).code;
    },
  };
}
