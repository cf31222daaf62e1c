import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { messages } from '#contract/specification-messages.ts';
import { type BrowserPerson, newPerson } from '#tests/support/browser/browser.ts';
import { drop } from '#tests/support/browser/drop.ts';
import { fileOnDisk } from '#tests/support/browser/file-on-disk.ts';
import { findBarriers } from '#tests/support/browser/find-barriers.ts';
import { signedIn } from '#tests/support/browser/signed-in.ts';
import { signUp } from '#tests/support/client/build-account.ts';
import { query } from '#tests/support/database/query.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { operate } from '#tests/support/server/operator.ts';
import { startServer } from '#tests/support/server/start-server.ts';

const password = 'a password for a whole life';
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** As docs/operating.md says. */
const clicksToSecondPerson = 6;

test('first run, first account, invitation, second person in; and what their administrator can do then', async () => {
  const server = await startServer();
  const link = await waitFor(() => /\/setup#[\w-]+/.exec(server.log())?.[0], { what: 'the link' });
  const ada = await newPerson(server, { bypassCSP: true, permissions: ['clipboard-write'] });
  const page = await ada.newPage(link);
  const clicks = await countClicks(page);

  await page.getByRole('heading', { name: 'Set up this server' }).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByLabel('Password', { exact: true }).fill(password);
  const settings = '**/api/admin/settings';
  ada.expectUnreachable();
  await page.route(settings, (route) => route.abort());
  await page.getByRole('button', { name: 'Create the account' }).click();
  await page.getByRole('radio', { name: 'Only people I invite' }).waitFor();
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  // The link is used up; who comes back from somewhere else finds this step by its own address.
  expect(new URL(page.url()).pathname).toBe('/setup/sign-up');
  const again = await ada.newPage('/setup/sign-up');
  await again.getByRole('button', { name: 'Continue' }).and(again.locator(':enabled')).waitFor();
  await again.close();
  await page.unroute(settings);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('1 person, 0 bytes together').waitFor();
  expect(await page.getByRole('switch', { name: 'Anybody may sign up' }).isChecked()).toBe(false);
  expect(await findBarriers(page)).toEqual([]);

  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite somebody' });
  await dialog.getByLabel('Space').fill('5 GB');
  expect(await findBarriers(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Invite' }).click();
  const invitation = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
  expect(await findBarriers(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Copy' }).click();
  const clicksOfAda = await clicks();

  const fern = await newPerson(server, { bypassCSP: true, ...phone });
  const uninvited = await fern.newPage('/signup');
  await uninvited.getByText('Sign-up is closed on this server.').waitFor();
  expect(await uninvited.getByLabel('Email').count()).toBe(0);
  expect(await findBarriers(uninvited)).toEqual([]);
  const logIn = await fern.newPage('/login');
  await logIn.getByRole('link', { name: 'Forgot password?' }).waitFor();
  const offer = logIn.getByRole('link', { name: 'Sign up' });
  await expect.poll(() => offer.count()).toBe(0);
  for (const path of ['/', '/forgot', '/reset']) {
    await logIn.goto(path);
    await logIn.getByRole('link', { name: 'Log in' }).first().waitFor();
    await expect.poll(() => offer.count()).toBe(0);
  }
  await logIn.close();
  const { origin, pathname, hash } = new URL(invitation);
  expect(origin).toBe(server.baseUrl);
  fern.expectUnreachable();
  const opening = '**/api/auth/invitation';
  await uninvited.route(opening, (route) => route.abort());
  await uninvited.goto(pathname + hash);
  await uninvited.getByText('This link could not be opened.').waitFor();
  expect(await findBarriers(uninvited)).toEqual([]);
  await uninvited.unroute(opening);
  await uninvited.getByRole('button', { name: 'Try again' }).click();
  await uninvited.getByLabel('Email').fill('   ');
  await uninvited.getByLabel('Name').fill('Nobody');
  await uninvited.getByRole('button', { name: 'Accept the invitation' }).click();
  await uninvited.getByText(messages.credentialsMissing).waitFor();
  await expect.poll(() => uninvited.getByLabel('Name').inputValue()).toBe('');
  const theirs = await fern.newPage(pathname + hash);
  const theirClicks = await countClicks(theirs);
  await theirs.getByRole('heading', { name: 'Ada invites you' }).waitFor();
  await theirs.getByText('with 5.0 GB of space').waitFor();
  expect(await findBarriers(theirs)).toEqual([]);
  await theirs.getByLabel('Name').fill('Fern');
  await theirs.getByLabel('Email').fill('fern@example.org');
  await theirs.getByLabel('Password', { exact: true }).fill(password);
  await theirs.getByRole('button', { name: 'Accept the invitation' }).click();
  await theirs.waitForURL('**/task');
  expect(clicksOfAda + (await theirClicks())).toBe(clicksToSecondPerson);
  expect(readFileSync(new URL('../../../docs/operating.md', import.meta.url), 'utf8')).toContain(
    `${clicksToSecondPerson} clicks`,
  );

  // Whoever comes in with a name has it.
  await theirs.goto('/dashboard');
  await theirs.getByRole('region', { name: 'About you' }).getByText('Fern').waitFor();
  await theirs.goto('/task');
  await theirs.getByText('This folder is empty').waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.reload();
  await page.getByText('2 people').waitFor();
  await setSpace(page);
  await choose(page, 'Disable this account');
  expect(await findBarriers(page)).toEqual([]);
  fern.expectError(/401/);
  await page.getByRole('button', { name: 'Disable', exact: true }).click();
  await page.getByText('Disabled').waitFor();
  await theirs.waitForURL('**/login');

  await usedLink(fern, pathname + hash);
  await choose(page, 'Enable this account');
  await page.getByText('Disabled').waitFor({ state: 'detached' });
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Open People and server' }).click();
  await page.getByRole('button', { name: 'Actions for Fern' }).waitFor();
  await page.getByRole('link', { name: 'Server', exact: true }).click();
  await page.getByRole('heading', { name: 'Everything is well' }).waitFor();
  await page.getByText('through a proxy that you trust').waitFor();
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Tidying up' })
    .getByText(/^Ran .+, next in \d+ \w+/)
    .waitFor();
  await page.getByRole('button', { name: 'Send a test mail' }).click();
  await page.getByText('The mail was written to the outbox folder.').waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.setViewportSize(phone.viewport);
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('link', { name: 'People', exact: true }).click();
  await page.getByRole('button', { name: 'Actions for Fern' }).waitFor();
  expect(await findBarriers(page)).toEqual([]);
});

test('who is no administrator is told so, and a file that is dropped there does not replace the page', async () => {
  const { newPage, expectError } = await signedIn();
  expectError(/403/);
  const page = await newPage('/people');
  await page.getByText('You are not an administrator.').waitFor();
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  const taken = page.evaluate(
    () => new Promise((resolve) => addEventListener('dragover', (event) => resolve(event.defaultPrevented))),
  );
  await drop(page, [await fileOnDisk('letter.txt', bytes(3))], page.getByRole('heading', { level: 1 }), 'dragOver');
  expect(await taken).toBe(true);
});

test('the page tells what was done, and what others did meanwhile, and stays where it is', async () => {
  const server = await startServer();
  const ada = await signUp(server, { email: 'ada@example.org' });
  await operate(server, ['admin', ada.email]);
  const rows = Array.from({ length: 120 }, (_, i) => {
    const name = `p${String(i).padStart(3, '0')}`;
    return `('${name}', '${name}', '${name}@example.org', false, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')`;
  });
  await query(
    server,
    `insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt") values ${rows.join(',')}`,
  );
  await operate(server, ['people', 'invite', 'fern@example.org']);
  const person = await newPerson(server, { as: ada, bypassCSP: true });
  const page = await person.newPage('/people');
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByRole('button', { name: 'Actions for p119' }).click();
  await page.getByRole('menuitem', { name: 'Send a password link' }).click();
  await page.getByRole('button', { name: 'Send the link' }).click();
  // Without a mail server nobody was reached, and the page says what reaches them.
  const unsent = page.getByRole('dialog', { name: 'The mail was not sent' });
  await unsent.getByText('The mail to p119@example.org could not be sent').waitFor();
  const command = await unsent.getByRole('textbox', { name: 'Command' }).inputValue();
  expect(command).toBe("npx keepsake people password-link 'p119@example.org'");
  expect(await findBarriers(page)).toEqual([]);
  await unsent.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Actions for p119' }).and(page.locator(':enabled')).waitFor();
  expect(await findBarriers(page)).toEqual([]);

  // It is disabled while its change is stored, and has the focus again then.
  const anybody = page.getByRole('switch', { name: 'Anybody may sign up' });
  for (const state of ['Closed now.', 'Open now.']) {
    await anybody.press('Space');
    await page.getByText(state).waitFor();
    await expect.poll(() => anybody.evaluate((element) => element === document.activeElement)).toBe(true);
  }

  await query(server, 'delete from invitations');
  person.expectError(/400/);
  await page.getByRole('button', { name: 'Take back the invitation for fern@example.org' }).click();
  const why = page.getByText('This invitation was used or taken back meanwhile');
  await why.waitFor();
  await expect.poll(() => why.evaluate((text) => text.getBoundingClientRect().top > 0)).toBe(true);
  await page.getByText('fern@example.org').waitFor({ state: 'detached' });
});

async function setSpace(page: Page): Promise<void> {
  await choose(page, 'Change the space');
  const dialog = page.getByRole('dialog', { name: 'Space for Fern' });
  const field = dialog.getByLabel('Space', { exact: true });
  expect(await field.inputValue()).toBe('5.0 GB');
  await field.fill('a lot');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('This is no size.').waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await field.fill('2 GB');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('0 bytes of 2.0 GB').waitFor();
}

async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Actions for Fern' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

async function usedLink(person: BrowserPerson, link: string): Promise<void> {
  person.expectError(/400/);
  const page = await person.newPage(link);
  await page.getByRole('heading', { name: 'This link has expired' }).waitFor();
  expect(await findBarriers(page)).toEqual([]);
}

/** Counts the clicks on a page, whatever it becomes. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    Object.assign(globalThis, { clicks: 0 });
    addEventListener(
      'click',
      ({ isTrusted }) => ((globalThis as unknown as { clicks: number }).clicks += Number(isTrusted)),
      true,
    );
  });
  return () => page.evaluate(() => (globalThis as unknown as { clicks: number }).clicks);
}
