import { beforeAll, describe, expect, test } from 'vitest';
import { confirmedSeconds, lastSeenSeconds } from '#contract/limits.ts';
import { logIn, type Person, signUp, visit } from '#tests/support/client/build-account.ts';
import { programOf } from '#tests/support/client/program.ts';
import { query } from '#tests/support/database/query.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { type SharedServer, sharedServer } from '#tests/support/server/shared-server.ts';

const dayMs = 24 * 60 * 60 * 1000;

let server: SharedServer;
beforeAll(async () => {
  server = await sharedServer();
});

test('people see where they are logged in, and log out one device or all others', async () => {
  const ada = await signUp(server);
  const phone = await logIn(server, ada);
  const tablet = await logIn(server, ada);
  const [own, ...others] = await ada.api.account.sessions.list();
  expect(own).toMatchObject({ isCurrent: true });
  expect(others.map(({ isCurrent, isSameNetwork }) => [isCurrent, isSameNetwork])).toEqual([
    [false, false],
    [false, false],
  ]);
  const ofPhone = others.find(({ address }) => address === phone.address);
  expect(ofPhone).toMatchObject({ userAgent: 'node' });
  expect(Math.abs(Date.now() - (ofPhone?.firstSeenAt ?? 0))).toBeLessThan(60_000);
  // Nothing that a browser could be let in with.
  const names = 'address,firstSeenAt,id,isCurrent,isSameNetwork,lastSeenAt,userAgent';
  expect(
    Object.keys(own ?? {})
      .toSorted()
      .join(),
  ).toBe(names);

  const id = ofPhone?.id ?? '';
  const bob = await signUp(server);
  await expect(bob.api.account.sessions.end({ id })).rejects.toMatchObject({ code: 'session-not-found' });
  await (await programOf(ada)).api.account.sessions.endOthers().then(
    () => expect.unreachable(),
    (error: unknown) => expect(error).toMatchObject({ code: 'session-needed' }),
  );
  await letPass(ada, { confirmedAt: confirmedSeconds * 1000 + 5000 });
  await expect(ada.api.account.sessions.end({ id })).rejects.toMatchObject({ code: 'confirmation-needed' });
  await expect(ada.api.account.sessions.endOthers()).rejects.toMatchObject({ code: 'confirmation-needed' });
  await ada.api.account.confirm({ password: ada.password });

  await ada.api.account.sessions.end({ id });
  expect(await statuses(ada, phone, tablet)).toEqual([200, 401, 200]);
  await ada.api.account.sessions.endOthers();
  expect(await statuses(ada, phone, tablet)).toEqual([200, 401, 401]);
  expect(await ada.api.account.sessions.list()).toHaveLength(1);
  const { events } = await ada.api.account.events({});
  expect(events.slice(0, 2)).toMatchObject([
    { kind: 'other-sessions-ended', subject: null },
    { kind: 'session-ended', subject: 'node' },
  ]);
});

describe('a session ends', () => {
  test('after 30 days without use', async () => {
    const ada = await signUp(server);
    await letPass(ada, { lastSeenAt: 29.9 * dayMs });
    expect(await statuses(ada)).toEqual([200]);
    // Otherwise that use might be noted after the time passes below.
    const seen = async () => Number((await query(server, lastSeenOf(ada)))[0]?.['lastSeenAt']);
    await waitFor(async () => Date.now() - (await seen()) < dayMs, { what: 'the use to be noted' });
    const unused = await logIn(server, ada);
    await letPass(ada, { lastSeenAt: 30.1 * dayMs });
    expect(await statuses(unused)).toEqual([401]);
    expect(await unused.account.current()).toBeNull();
    expect(await (await logIn(server, ada)).api.account.sessions.list()).toHaveLength(1);
  });

  test('after 180 days, however much it is used', async () => {
    const ada = await signUp(server);
    await begin(ada, 179.9);
    expect(await statuses(ada)).toEqual([200]);
    await begin(ada, 180.1);
    expect(await statuses(ada)).toEqual([401]);
  });
});

test('a use is noted once in a while, of the session and of the person', async () => {
  const ada = await signUp(server);
  const seen = async () => (await ada.api.account.sessions.list())[0]?.lastSeenAt ?? 0;
  const before = await seen();
  await statuses(ada);
  expect(await seen()).toBe(before);
  await query(
    server,
    `insert into people (account, role, state, state_at) values ('${ada.uid}', 'member', 'active', 1)`,
  );
  await letPass(ada, { lastSeenAt: lastSeenSeconds * 1000 + 1000 });
  await waitFor(async () => (await seen()) > before, { what: 'the use that is noted' });
  const [person] = await query(server, `select last_seen_at from people where account = '${ada.uid}'`);
  expect(Number(person?.['last_seen_at'])).toBe(await seen());
});

test('a session of an older version, and its cookie, last as long as those of this one', async () => {
  const ada = await signUp(server);
  const ends = new Date(Date.now() + dayMs).toISOString();
  await query(server, `update session set "expiresAt" = '${ends}' where "userId" = '${ada.uid}'`);
  const answer = await ada.fetch('/api/auth/get-session');
  const cookie = answer.headers.getSetCookie().find((line) => line.includes('session_token')) ?? '';
  const maxAge = Number(/Max-Age=(\d+)/.exec(cookie)?.[1]);
  expect(maxAge / (24 * 60 * 60)).toBeCloseTo(180, 0);
  const [row] = await query(server, `select "expiresAt" from session where "userId" = '${ada.uid}'`);
  const end = new Date(row?.['expiresAt'] as string | Date).getTime();
  expect((end - Date.now()) / dayMs).toBeCloseTo(180, 0);
  // Once: the next page finds it as it should be.
  expect((await ada.fetch('/api/auth/get-session')).headers.getSetCookie()).toEqual([]);
  expect(await statuses(ada)).toEqual([200]);
});

function statuses(...browsers: Pick<Person, 'fetch'>[]): Promise<number[]> {
  return Promise.all(browsers.map(async (browser) => (await browser.fetch('/api/folders/root')).status));
}

/** Moves times of all sessions of a person into the past, and has the server forget what it remembers of them. */
async function letPass({ uid }: Person, columns: Partial<Record<'confirmedAt' | 'lastSeenAt', number>>): Promise<void> {
  for (const [column, ms] of Object.entries(columns))
    await query(server, `update session set "${column}" = "${column}" - ${ms} where "userId" = '${uid}'`);
  await forget();
}

const lastSeenOf = ({ uid }: Person) => `select "lastSeenAt" from session where "userId" = '${uid}'`;

async function begin({ uid }: Person, daysAgo: number): Promise<void> {
  const began = new Date(Date.now() - daysAgo * dayMs).toISOString();
  await query(server, `update session set "createdAt" = '${began}' where "userId" = '${uid}'`);
  await forget();
}

/** Any log-out has it ask the database about every session again. */
async function forget(): Promise<void> {
  await visit(server).account.logOut();
}
