import { randomUUID } from 'node:crypto';
import { hashPassword } from 'better-auth/crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  callsFactor24,
  callsFactor48,
  maxCallsByAddress,
  maxGuessesByNetwork,
  maxGuessesByStrangers,
  maxLogInsByDevice,
  maxWaitingHashes,
} from '#contract/limits.ts';
import { logIn, type Person, type Place, signUp, visit } from '#tests/support/client/build-account.ts';
import { guessKeyOf } from '#tests/support/database/guess-counts.ts';
import { query } from '#tests/support/database/query.ts';
import { type SharedServer, sharedServer } from '#tests/support/server/shared-server.ts';

const tooMany = { status: 429, code: 'too-many-requests' };
/** What one network may guess at once. */
const burst = maxGuessesByNetwork.burst.max;

let server: SharedServer;
beforeAll(async () => {
  server = await sharedServer();
});

describe('guesses of strangers', () => {
  test('do not lock out a browser that has logged in before', async () => {
    const owner = await knownBrowser();
    for (let i = 0; i < 3; i += 1) expect(await guess(owner)).toBe(401);
    await setCount(owner, maxGuessesByStrangers.max);
    expect(await guess(owner)).toBe(429);
    await owner.account.logOut();
    await expect(owner.account.logIn(owner)).resolves.toMatchObject({ uid: owner.uid });
    // Neither does the address of the owner: a stranger may have the same one.
    const { max } = maxCallsByAddress['/sign-in/email'];
    for (let i = 0; i <= max; i += 1) await post(server, { email: `nobody-${i}@example.org` }, owner.address);
    expect(await guess(owner, owner.address)).toBe(429);
    await expect(owner.account.logIn(owner)).resolves.toMatchObject({ uid: owner.uid });
  });

  test('end for their network, and not for that of an owner without a known browser', async () => {
    const owner = await signUp(server);
    for (let i = 0; i < burst; i += 1) expect(await guess(owner, `233.252.0.${i}`)).toBe(401);
    const refused = await post(server, owner, '233.252.0.200');
    expect([refused.status, Number(refused.headers.get('retry-after')) > 500]).toEqual([429, true]);
    await expect(logIn(server, owner)).resolves.toMatchObject({ uid: owner.uid });
  });

  test('make a network wait longer, the more there are', async () => {
    const owner = await signUp(server);
    expect(await guess(owner, '198.51.100.1')).toBe(401);
    for (const [tier, { max, windowMs }] of Object.entries(maxGuessesByNetwork)) {
      await setCount(owner, max, `:198.51.100.0/24:${tier}`);
      const { headers, status } = await post(server, owner, '198.51.100.1');
      expect([tier, status]).toEqual([tier, 429]);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(windowMs / 1000 - 300);
    }
  });

  test('are limited for the day, all together', async () => {
    const owner = await signUp(server);
    expect(await guess(owner)).toBe(401);
    await setCount(owner, maxGuessesByStrangers.max - 1);
    // A right password is no guess.
    await logIn(server, owner);
    expect(await guess(owner)).toBe(401);
    await expect(logIn(server, owner)).rejects.toMatchObject(tooMany);
  });

  test('that are refused are not counted', async () => {
    const owner = await signUp(server);
    for (let i = 0; i < burst + 5; i += 1) await guess(owner, '192.0.2.1');
    const [row] = await query(server, `select count from attempts where key = '${guessKeyOf(owner)}'`);
    expect(row?.['count']).toBe(burst);
  });

  test('by a clock that was ahead count as over, unless nodes differ by no more', async () => {
    const owner = await signUp(server);
    expect(await guess(owner)).toBe(401);
    const setAhead = (ms: number) =>
      query(
        server,
        `update attempts set count = 1000, ends_at = ends_at + ${ms} where key like '${guessKeyOf(owner)}%'`,
      );
    await setAhead(30_000);
    await expect(logIn(server, owner)).rejects.toMatchObject(tooMany);
    await setAhead(366 * 24 * 60 * 60 * 1000);
    await expect(logIn(server, owner)).resolves.toMatchObject({ uid: owner.uid });
  });
});

describe('a known browser', () => {
  test('has limits of its own', async () => {
    const owner = await knownBrowser();
    const wrong = { email: owner.email, password: 'a wrong guess' };
    for (let i = 0; i < burst; i += 1) await expect(owner.account.logIn(wrong)).rejects.toMatchObject({ status: 401 });
    await expect(owner.account.logIn(owner)).rejects.toMatchObject(tooMany);
    await expect(logIn(server, owner)).resolves.toMatchObject({ uid: owner.uid });
  });

  test('has a cookie that only the server can read and write, for this account', async () => {
    const owner = await signUp(server);
    const answer = await post(server, owner, undefined, owner.password);
    const line = answer.headers.getSetCookie().find((cookie) => cookie.startsWith('keepsake.device.'));
    expect(line).toMatch(/; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(line).not.toContain(owner.email);
    const [, name = '', value = ''] = /^([^=]+)=([^;]+)/.exec(line ?? '') ?? [];
    await setCount(owner, maxGuessesByStrangers.max, '', maxGuessesByStrangers.windowMs);
    const status = async (cookie: string, person = owner) =>
      (await post(server, person, undefined, person.password, { cookie })).status;
    expect(await status(`other=1; ${name}=${value}`)).toBe(200);
    expect(await status('')).toBe(429);
    for (const forged of [`${value}x`, `x${value}`, value.replace(/\..*/, ''), '', '.']) {
      expect([forged, await status(`${name}=${forged}`)]).toEqual([forged, 429]);
    }
    const other = await knownBrowser();
    expect(await status(other.cookie)).toBe(429);
  });

  test('is a stranger again after the password was replaced', async () => {
    const owner = await knownBrowser();
    const hash = await hashPassword(owner.password);
    await setCount(owner, maxGuessesByStrangers.max, '', maxGuessesByStrangers.windowMs);
    await expect(owner.account.logIn(owner)).resolves.toMatchObject({ uid: owner.uid });
    await query(server, `update account set password = '${hash}' where "userId" = '${owner.uid}'`);
    await expect(owner.account.logIn(owner)).rejects.toMatchObject(tooMany);
  });
});

test('right log-ins of a known browser are counted, and those of other browsers go on', async () => {
  const owner = await knownBrowser();
  await owner.account.logIn(owner);
  const like = `key like '${guessKeyOf(owner)}:device:%:log-ins'`;
  const [row] = await query(server, `select count from attempts where ${like}`);
  expect(row?.['count']).toBe(1);
  await query(server, `update attempts set count = ${maxLogInsByDevice.max} where ${like}`);
  await expect(owner.account.logIn(owner)).rejects.toMatchObject(tooMany);
  await expect(logIn(server, owner)).resolves.toMatchObject({ uid: owner.uid });
});

describe('more log-ins at once than can be checked', () => {
  test('are told to come back, and a known browser gets in meanwhile', async () => {
    const [owner, other] = [await knownBrowser(), await signUp(server)];
    const nobody = { email: `${randomUUID()}@example.org` };
    const flood = Array.from({ length: 3 * maxWaitingHashes }, () => post(server, nobody));
    const [answers] = await Promise.all([Promise.all(flood), owner.account.logIn(owner)]);
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThan(0);
    for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    for (const answer of refused) expect(await answer.json()).toMatchObject({ code: 'too-busy' });
    const others = answers.filter((answer) => !refused.includes(answer));
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([401]));
    await expect(logIn(server, other)).resolves.toMatchObject({ uid: other.uid });
    // What was not checked was no guess.
    const [row] = await query(server, `select count from attempts where key = '${guessKeyOf(nobody)}'`);
    expect(row?.['count']).toBe(others.length);
  });
});

describe('the calls of neighbours', () => {
  test.each([
    ['IPv4', callsFactor24, (i: number) => `192.0.2.${i + 1}`],
    ['IPv6', callsFactor48, (i: number) => `2001:db8:0:${(256 * i).toString(16)}::1`],
  ])('over %s are limited together', async (_version, factor, addressOf) => {
    const { max } = maxCallsByAddress['/reset-password'];
    // At once: within the minute of the limit.
    const calls = Array.from({ length: max * factor }, (_, i) => reset(addressOf(i % (2 * factor))));
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses).toEqual(Array(max * factor).fill(400));
    expect((await reset(addressOf(0))).status).toBe(429);
    expect((await reset('198.51.100.99')).status).toBe(400);
  });

  test('of one IPv6 /64 count as those of one address', async () => {
    const { max } = maxCallsByAddress['/reset-password'];
    const statuses = [];
    for (let i = 0; i <= max; i += 1) statuses.push((await reset(`2001:db8:77:1::${i.toString(16)}`)).status);
    expect(statuses).toEqual([...Array(max).fill(400), 429]);
  });
});

function reset(address: string): Promise<Response> {
  return send(server, '/reset-password', { token: 'none', newPassword: 'a new password of mine' }, address);
}

/** Someone whose browser has logged in. */
async function knownBrowser(): Promise<Person> {
  return await logIn(server, await signUp(server));
}

/** A wrong password from another address, or from the given one. Returns the status. */
async function guess(owner: Person, address?: string): Promise<number> {
  return (await post(server, owner, address)).status;
}

function post(
  place: Place,
  { email }: { email: string },
  address?: string,
  password = 'a wrong guess',
  headers: Record<string, string> = {},
): Promise<Response> {
  return send(place, '/sign-in/email', { email, password }, address, headers);
}

function send(
  place: Place,
  path: string,
  body: object,
  address?: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return visit(place).fetch(`/api/auth${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(address === undefined ? {} : { 'x-forwarded-for': address }),
      ...headers,
    },
    body: JSON.stringify(body),
  });
}

/** Sets how many guesses at an account were counted under a key, as of the window that runs or of one that begins now. */
async function setCount({ email }: Person, count: number, rest = '', windowMs = 0): Promise<void> {
  const key = `${guessKeyOf({ email })}${rest}`;
  await query(
    server,
    `insert into attempts (key, count, ends_at) values ('${key}', ${count}, ${Date.now() + windowMs})
     on conflict (key) do update set count = ${count}`,
  );
}
