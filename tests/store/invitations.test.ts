import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createAdministration } from '#server/accounts/people/administration.ts';
import { createInvitations } from '#server/accounts/people/invitations.ts';
import { createServerSettings } from '#server/accounts/people/server-settings.ts';
import { bothEngines } from './both-engines.ts';

test.each(bothEngines)('a mail server that says nothing keeps nobody from the link, on $engine', async ({ open }) => {
  const { db } = await open();
  // As much of the library's table as is read.
  await sql`create table "user" (id text, name text, email text, "createdAt" text)`.execute(db);
  await sql`insert into "user" values ('ada', 'Ada', 'ada@example.org', '2026-01-01T00:00:00.000Z')`.execute(db);
  const now = Date.now;
  const mailed: string[] = [];
  const { invitations } = createAdministration({
    db,
    invitations: createInvitations({ db, now }),
    settings: createServerSettings({ db, fixed: { signUp: undefined, defaultQuotaBytes: undefined }, now }),
    events: { happened: async () => {} } as unknown as Parameters<typeof createAdministration>[0]['events'],
    sendMail({ to }) {
      mailed.push(to);
      return new Promise(() => {});
    },
    publicUrl: new URL('https://keepsake.example'),
    removeTwoStep: async () => false,
    onAccessEnd: () => {},
    onSettings: () => {},
    mailWaitMs: 1,
    now,
  });
  const actor = { account: 'ada', client: { address: null, userAgent: null } };
  const wanted = { email: 'fern@example.org', quotaBytes: null, sendsMail: true };
  const made = await invitations.create(actor, wanted);
  expect(made).toMatchObject({ isSent: false, url: expect.stringMatching(/^https:\/\/keepsake\.example\/join#/) });
  expect(mailed).toEqual(['fern@example.org']);
});
