import { expect, test } from 'vitest';
import { signedIn } from '#tests/support/browser/signed-in.ts';
import { logIn } from '#tests/support/client/build-account.ts';

test('people see what happened with their account, page by page, and failed log-ins apart', async () => {
  const { newPage, person, server } = await signedIn();
  for (let i = 1; i <= 6; i += 1) await person.api.appPasswords.create({ name: `Program ${i}` });
  await expect(logIn(server, { ...person, password: 'a wrong guess' })).rejects.toMatchObject({
    code: 'wrong-credentials',
  });
  // The answer does not wait until it is recorded.
  await expect.poll(async () => (await person.api.account.events({ list: 'failed-log-ins' })).events.length).toBe(1);

  const page = await newPage('/dashboard/security');
  const section = page.getByRole('region', { name: 'Account activity' });
  const events = section.getByRole('list', { name: 'Account activity' }).getByRole('listitem');
  await expect.poll(() => events.count()).toBe(5);
  expect(await events.first().textContent()).toContain('An app password was created: Program 6');
  await section.getByRole('button', { name: 'Show more' }).click();
  await events.filter({ hasText: 'Program 1' }).waitFor();
  expect(await events.count()).toBe(6);
  expect(await section.getByRole('button', { name: 'Show more' }).count()).toBe(0);

  const failed = section.getByRole('list', { name: 'Failed log-ins' }).getByRole('listitem');
  await expect.poll(() => failed.count()).toBe(1);
  expect(await failed.textContent()).toContain('A log-in failed');
});
