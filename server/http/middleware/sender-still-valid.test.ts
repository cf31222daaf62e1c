import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Principal } from '#server/accounts/principal.ts';
import { createSessionCache, type PersonSession } from '#server/accounts/session-cache.ts';
import { createIdentity } from './sender-still-valid.ts';

const cookie = 'session=a';
const headers = new Headers({ cookie });

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** A person whose session is cached, and how often the database was asked for it. */
function setUp({ kind }: { kind: 'person' | 'program' }) {
  const cache = createSessionCache();
  const find = vi.fn<() => Promise<PersonSession>>(async () => ({
    account: 'ada',
    sessionId: 'first',
    confirmedAt: 0,
  }));
  const identify = vi.fn<() => Promise<Principal>>(async () => ({
    kind,
    account: '',
    ...(kind === 'person' ? await cache.sessionOf(cookie, find) : await find()),
  }));
  const sessions = { isKnown: () => cache.isKnown(cookie), endings: cache.endings };
  return { cache, find, identify, identity: createIdentity({ identify, sessions }) };
}

test('a session that was read a moment ago is not read again', async () => {
  const { find, identify, identity } = setUp({ kind: 'person' });
  const { confirm } = await identity(headers);
  vi.advanceTimersByTime(900);
  await confirm();
  expect([find.mock.calls.length, identify.mock.calls.length]).toEqual([1, 1]);
});

test('the moment of a session begins when it was read, not with the request', async () => {
  const { find, identity } = setUp({ kind: 'person' });
  await identity(headers);
  vi.advanceTimersByTime(900);
  const { confirm } = await identity(headers);
  expect(find).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(200);
  await confirm();
  expect(find).toHaveBeenCalledTimes(2);
});

test.each(['person', 'program'] as const)('a %s is identified again after a session ended', async (kind) => {
  const { cache, find, identity } = setUp({ kind });
  const { confirm } = await identity(headers);
  cache.forget();
  await confirm();
  expect(find).toHaveBeenCalledTimes(2);
});

test('a program is identified again after a second', async () => {
  const { find, identity } = setUp({ kind: 'program' });
  const { confirm } = await identity(headers);
  vi.advanceTimersByTime(900);
  await confirm();
  expect(find).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(200);
  await confirm();
  expect(find).toHaveBeenCalledTimes(2);
});
