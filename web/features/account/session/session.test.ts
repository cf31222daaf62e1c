import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Account, User } from '#client/account.ts';
import { createSession } from './session.ts';

const account = {
  logIn: async ({ email }) => ({ uid: email, email }),
  async logOut() {},
} as Partial<Account> as Account;

const ada = { uid: 'ada', email: 'ada@example.org' };
const bob = { uid: 'bob', email: 'bob@example.org' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Ada is signed in here; the server says in turn whom the session belongs to, and then nobody. */
async function whenServerSays(...answers: (User | null)[]) {
  const forget = vi.fn<() => void>();
  const current = async () => answers.shift() ?? null;
  const session = createSession({ logIn: async () => ada, current } as unknown as Account, forget);
  await session.logIn({ email: '', password: '' });
  return {
    session,
    forget,
    async end() {
      const asked = Promise.all([session.ended(), session.ended()]);
      await vi.runAllTimersAsync();
      await asked;
      return [session.user(), session.renewals(), session.endNotice()?.title];
    },
  };
}

test.each([
  ['at once', [ada]],
  ['when the cookie of the new session is here', [null, ada]],
])('who has logged in again as the same person stays, which is known %s', async (_when, answers) => {
  const { session, forget, end } = await whenServerSays(...answers);
  expect(await end()).toEqual([ada, 1, undefined]);
  expect(forget).not.toHaveBeenCalled();
  await session.logIn({ email: '', password: '' });
  expect(session.renewals()).toBe(2);
});

test('a session that has ended is left; when somebody else is signed in, the page is theirs', async () => {
  const nobody = await whenServerSays();
  expect(await nobody.end()).toEqual([null, 0, 'Your session has ended.']);
  expect(nobody.forget).toHaveBeenCalledOnce();
  const other = await whenServerSays(bob);
  expect(await other.end()).toEqual([bob, 0, undefined]);
});

test('a page that comes back shows nothing of who logged out meanwhile', async () => {
  const saved = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => saved.get(key) ?? null,
    setItem: (key: string, text: string) => void saved.set(key, text),
    removeItem: (key: string) => void saved.delete(key),
  });
  const page = new EventTarget();
  vi.stubGlobal('window', page);
  const { promise, resolve } = Promise.withResolvers<User | null>();
  const session = createSession({ logIn: async () => ada, current: () => promise } as unknown as Account, () => {});
  const close = session.open();
  await session.logIn({ email: '', password: '' });
  const show = (persisted: boolean) => page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
  show(true);
  expect(session.user()).toEqual(ada);
  saved.clear();
  show(false);
  expect(session.user()).toEqual(ada);
  show(true);
  expect(session.user()).toBeUndefined();
  resolve(null);
  await vi.waitFor(() => expect(session.user()).toBeNull());
  close();
});

test('whom the end of a session stopped hears of the uploads; somebody else never does', async () => {
  const session = createSession(account, () => {});
  await session.logIn({ email: 'ada@example.org', password: '' });
  await session.logOut();
  session.stoppedUploads(1200);
  expect(session.endNotice()?.help).toBe('1,200 uploads are paused. Log in to continue.');
  await session.logIn({ email: 'ada@example.org', password: '' });
  expect(session.endNotice()).toBeUndefined();
  await session.logIn({ email: 'bob@example.org', password: '' });
  session.stoppedUploads(3);
  await session.logOut();
  expect(session.endNotice()).toBeUndefined();
});
