import { expect, test } from 'vitest';
import type { Account } from '#client/account.ts';
import { createSession } from './session.ts';

const account = {
  logIn: async ({ email }) => ({ uid: email, email }),
  async logOut() {},
} as Partial<Account> as Account;

test('whom the end of a session stopped hears of the uploads; somebody else never does', async () => {
  const session = createSession(account, () => {});
  await session.logIn({ email: 'ada@example.org', password: '' });
  await session.logOut();
  session.stoppedUploads(3);
  expect(session.endNotice()?.help).toBe('3 uploads are paused. Log in to continue.');
  await session.logIn({ email: 'ada@example.org', password: '' });
  expect(session.endNotice()).toBeUndefined();
  await session.logIn({ email: 'bob@example.org', password: '' });
  session.stoppedUploads(3);
  await session.logOut();
  expect(session.endNotice()).toBeUndefined();
});
