/** Taking everything, closing an account and keeping it, at a desk and on a phone. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { newPerson } from '#tests/support/browser/browser.ts';
import { fillIn } from '#tests/support/browser/fill-in.ts';
import { findBarriers } from '#tests/support/browser/find-barriers.ts';
import { signUp } from '#tests/support/client/build-account.ts';
import { extractEverything } from '#tests/support/client/take-everything.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { query } from '#tests/support/database/query.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { startServer } from '#tests/support/server/start-server.ts';

const desk = { width: 1280, height: 900 };
const phone = { width: 390, height: 844 };

test('somebody downloads everything, closes the account, logs in and keeps it', async () => {
  // A server that has run for an hour would delete the account while the page says that this has begun.
  const server = await startServer();
  const person = await signUp(server);
  for (const round of ['one', 'two']) await uploadFile(person, { name: 'letter.txt', body: bytes(2_000, round) });
  await query(server, `update session set "confirmedAt" = 1 where "userId" = '${person.uid}'`);
  const { newPage, expectError } = await newPerson(server, { as: person, bypassCSP: true, viewport: desk });
  const page = await newPage('/dashboard');
  await page.getByRole('button', { name: 'Download all' }).click();
  const dialog = page.getByRole('dialog', { name: 'Take everything with you' });
  await dialog.getByText('2 kB').first().waitFor();
  expect(await dialog.getByText('2 kB').count()).toBe(2);
  await dialog.getByRole('checkbox', { name: /Trash/ }).check();
  expect(await findBarriers(page)).toEqual([]);
  expectError(/403/);
  await dialog.getByRole('button', { name: 'Make the archive' }).click();
  await fillIn(page, { Password: person.password });
  await page.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText('The archive is ready.').waitFor();
  expect(await findBarriers(page)).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: /^Download/ }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^Keepsake \d{4}-\d\d-\d\d\.zip$/);
  const { files, complaints } = await extractEverything(await readFile(await download.path()));
  expect([complaints, files.has('Files/letter.txt'), files.has('Versions/Files/letter.txt/1 letter.txt')]).toEqual([
    '',
    true,
    true,
  ]);
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  await page.getByRole('button', { name: 'Close this account' }).click();
  const closing = page.getByRole('dialog', { name: 'Close this account' });
  const close = closing.getByRole('button', { name: 'Close this account' });
  await fillIn(page, { 'Type your email to confirm': 'somebody@example.org' });
  expectError(/422/);
  await close.click();
  await closing.getByText('This is not the email of this account.').waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await fillIn(page, { 'Type your email to confirm': person.email });
  await close.click();
  await page.getByText('Your account is closed.').waitFor();

  await fillIn(page, { Email: person.email, Password: person.password });
  await page.getByRole('button', { name: 'login now' }).click();
  await page.getByRole('heading', { name: /^This account will be deleted on/ }).waitFor();
  for (const viewport of [phone, desk]) {
    await page.setViewportSize(viewport);
    expect(await findBarriers(page)).toEqual([]);
  }
  // What is saved of the person is what the specification says, and no page leads past this one.
  expect(Object.keys(JSON.parse((await page.evaluate(() => localStorage.getItem('localKey'))) ?? '{}'))).toEqual([
    'uid',
    'email',
  ]);
  const keep = page.getByRole('button', { name: 'Keep my account' });
  const closedAt = await query(server, `select state_at from people where account = '${person.uid}'`);
  await query(server, `update people set state_at = 0 where account = '${person.uid}'`);
  await page.reload();
  await page.getByRole('heading', { name: 'This account is being deleted' }).waitFor();
  await page.getByRole('button', { name: 'Log Out' }).waitFor();
  expect(await keep.count()).toBe(0);
  await query(
    server,
    `update people set state_at = ${Number(closedAt[0]?.['state_at'])} where account = '${person.uid}'`,
  );
  await page.reload();
  await keep.click();
  await page.waitForURL('**/dashboard');
  await page.getByRole('heading', { name: 'Profile Section' }).waitFor();
  await page.goto(`${server.baseUrl}/task`);
  await page.getByRole('link', { name: 'letter.txt' }).waitFor();
});
