import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newPerson } from '#tests/support/browser/browser.ts';
import { fileOnDisk } from '#tests/support/browser/file-on-disk.ts';
import { signUp } from '#tests/support/client/build-account.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { sharedServer } from '#tests/support/server/shared-server.ts';

const password = 'correct horse battery';

test('from sign-up to a file that appears in a second tab, and that nobody else sees', async () => {
  const server = await sharedServer();
  const ada = await newPerson(server, { reducedMotion: 'no-preference', serviceWorkers: 'allow' });
  const page = await ada.newPage('/signup');

  await page.getByLabel('Email', { exact: true }).fill('ada@example.org');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: 'signup now' }).click();
  await page.waitForURL('**/login');
  // The page for signing up has fields of the same names, until it is left.
  await page.getByRole('heading', { name: 'Log in' }).waitFor();

  await page.getByLabel('Email', { exact: true }).fill('ada@example.org');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'login now' }).click();
  await page.waitForURL('**/dashboard');
  await page.getByText('ada@example.org').waitFor();
  expect(await savedUser(page)).toMatchObject({ email: 'ada@example.org', uid: expect.any(String) });

  await page.getByRole('link', { name: 'Lets start' }).click();
  await page.waitForURL('**/task');
  await page.getByRole('button', { name: 'New Folder' }).click();
  await page.getByLabel('Folder name').fill('Summer at the lake');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('link', { name: 'Summer at the lake' }).click();
  await page.waitForURL('**/folder/*');

  const secondTab = await ada.newPage(new URL(page.url()).pathname);
  await secondTab.getByRole('heading', { name: 'Summer at the lake' }).waitFor();

  const body = bytes(20_000_000, 'film');
  const newFile = page.getByLabel('New File').and(page.locator(':enabled'));
  await newFile.setInputFiles(await fileOnDisk('holiday film.webm', body));
  const tile = page.getByRole('link', { name: 'holiday film.webm' });
  await tile.waitFor();
  await secondTab.getByRole('link', { name: 'holiday film.webm' }).waitFor();

  expect(await tile.getAttribute('target')).toBe('_blank');
  const opening = ada.context.waitForEvent('page');
  await tile.click();
  const opened = await opening;
  await opened.waitForLoadState();
  expect(new URL(opened.url()).pathname).toBe(await tile.getAttribute('href'));
  expect(await digestOf(page, opened.url())).toBe(sha256(body));

  const bob = await newPerson(server, { as: await signUp(server), serviceWorkers: 'allow' });
  bob.expectError(/404/);
  const other = await bob.newPage('/task');
  await other.getByText('This folder is empty').waitFor();
  expect(await other.getByRole('link', { name: 'Summer at the lake' }).count()).toBe(0);
  await other.goto(new URL(page.url()).pathname);
  await other.waitForURL('**/task');
  expect(await other.getByRole('link', { name: 'holiday film.webm' }).count()).toBe(0);
});

async function savedUser(page: Page): Promise<unknown> {
  return JSON.parse((await page.evaluate(() => localStorage.getItem('localKey'))) ?? 'null');
}

/** The SHA-256 of what a browser gets at an address, with this tab's session. */
function digestOf(page: Page, url: string): Promise<string> {
  return page.evaluate(async (address) => {
    const content = await (await fetch(address)).arrayBuffer();
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content));
    return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  }, url);
}
