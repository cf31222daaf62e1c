import { expect, test } from 'vitest';
import { signedIn } from '#tests/support/browser/signed-in.ts';

test('an app password is made, shown once, used by a program, and taken back', async () => {
  const { newPage, server } = await signedIn();
  const page = await newPage('/dashboard');
  const section = page.getByRole('region', { name: 'App passwords' });
  await section.getByText('An app password can do everything you can, until you revoke it').waitFor();
  await section.getByRole('button', { name: 'Create app password' }).click();
  expect(await section.getByRole('listitem').count()).toBe(0);
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');

  await section.getByLabel('Program name').fill('Laptop');
  await page.keyboard.press('Enter');
  const notice = section.getByRole('status').filter({ hasText: 'App password for Laptop' });
  const token = (await notice.locator('code').textContent()) ?? '';
  expect(token.length).toBeGreaterThan(20);
  const row = section.getByRole('listitem').filter({ hasText: 'Laptop' });
  await row.getByText('never used').waitFor();

  const asProgram = () =>
    fetch(`${server.baseUrl}/api/folders/root/children`, { headers: { authorization: `Bearer ${token}` } });
  expect((await asProgram()).status).toBe(200);
  await page.reload();
  await row.getByText('last used').waitFor();
  expect(await page.getByText(token).count()).toBe(0);

  await row.getByRole('button', { name: 'Revoke Laptop' }).click();
  await row.waitFor({ state: 'detached' });
  expect((await asProgram()).status).toBe(401);
});

test('what cannot be done is said', async () => {
  const { newPage, expectUnreachable } = await signedIn();
  expectUnreachable();
  const page = await newPage('/dashboard');
  await page.getByRole('button', { name: 'Create app password' }).waitFor();
  await page.route('**/api/app-passwords', (route) => route.abort());
  await page.getByLabel('Program name').fill('Laptop');
  await page.getByRole('button', { name: 'Create app password' }).click();
  await page.getByRole('alert').getByText('The server cannot be reached.').waitFor();
});
