import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { backupCodeCount } from '#contract/limits.ts';
import { findBarriers } from '#tests/support/browser/find-barriers.ts';
import { signedIn } from '#tests/support/browser/signed-in.ts';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { authenticator, turnOnTwoStep } from '#tests/support/client/two-step.ts';
import { query } from '#tests/support/database/query.ts';

const phone = { viewport: { width: 390, height: 760 }, isMobile: true, hasTouch: true };
const desktop = { viewport: { width: 1280, height: 860 } };

describe.each([
  ['a phone', phone],
  ['a desktop', desktop],
])('two-step login on %s', (_name, size) => {
  test('is set up, asked for at the log-in, and turned off', async () => {
    const { newPage, person, server, expectError } = await signedIn({ bypassCSP: true, ...size });
    for (const status of [/401/, /403/]) expectError(status);
    const page = await newPage('/dashboard/security');
    const section = page.getByRole('region', { name: 'Two-step login' });
    await section.getByRole('button', { name: 'Set up two-step login' }).click();
    await section.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    const key = (await section.locator('.steps__key').textContent()) ?? '';
    const app = authenticator(key.replaceAll(' ', ''));
    expect(await findBarriers(page)).toEqual([]);
    await section.getByLabel('Code', { exact: true }).fill('000000');
    await page.keyboard.press('Enter');
    await section.getByText('This code is incorrect. Type the one that the app shows now.').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    const shown = app.code();
    await section.getByLabel('Code', { exact: true }).fill(`${shown.slice(0, 3)} ${shown.slice(3)}`);
    await section.getByRole('button', { name: 'Turn on' }).click();
    await section.getByRole('heading', { name: 'Keep these backup codes' }).waitFor();
    const codes = await section.getByRole('listitem').allTextContents();
    expect(codes.length).toBe(backupCodeCount);
    const href = (await section.getByRole('link', { name: 'Download' }).getAttribute('href')) ?? '';
    for (const code of codes) expect(decodeURIComponent(href)).toContain(code);
    expect(await findBarriers(page)).toEqual([]);
    await section.getByRole('button', { name: 'I have saved them' }).click();
    await section.getByText(`${backupCodeCount} backup codes left`).waitFor();
    expect(await page.getByText(codes[0] ?? '').count()).toBe(0);

    await logOut(page);
    await typePassword(page, person);
    await page.getByRole('heading', { name: 'Second step' }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('autocomplete'))).toBe('one-time-code');
    expect(await findBarriers(page)).toEqual([]);
    await page.getByLabel('Code', { exact: true }).fill(shown);
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('This code is incorrect.').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Use a backup code' }).click();
    await page.getByRole('heading', { name: 'Use a backup code' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByLabel('Backup code').fill((codes[0] ?? '').toLowerCase());
    await page.keyboard.press('Enter');
    await page.waitForURL('**/dashboard');

    await logOut(page);
    await typePassword(page, person);
    await page.getByLabel('Code', { exact: true }).fill(app.code(1));
    await page.getByLabel('Do not ask on this device for 30 days').check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL('**/dashboard');
    await logOut(page);
    await typePassword(page, person);
    await page.waitForURL('**/dashboard');

    await query(server, `update session set "confirmedAt" = 1 where "userId" = '${person.uid}'`);
    // What the server remembers of sessions ends with one of them.
    await (await signUp(server)).account.logOut();
    await page.goto('/dashboard/security');
    await section.getByText(`${backupCodeCount - 1} backup codes left`).waitFor();
    await section.getByRole('button', { name: 'Turn off' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
    await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(person.password);
    await page.keyboard.press('Enter');
    await section.getByRole('button', { name: 'Set up two-step login' }).waitFor();
    await logOut(page);
    await typePassword(page, person);
    await page.waitForURL('**/dashboard');
  });
});

test('a second step that took too long begins again with the password', async () => {
  const { newPage, person, server, expectError } = await signedIn();
  for (const status of [/401/, /403/]) expectError(status);
  const { code } = await turnOnTwoStep(person);
  await person.account.logOut();
  const page = await newPage('/login');
  await typePassword(page, person);
  await page.getByLabel('Code', { exact: true }).fill('123456');
  await query(server, `update challenges set ends_at = 1 where account = '${person.uid}'`);
  await page.keyboard.press('Enter');
  await page.getByText('The second step took too long.').waitFor();
  await typePassword(page, person);
  await page.getByLabel('Code', { exact: true }).fill(code());
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');
});

async function logOut(page: Page): Promise<void> {
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Log Out' }).click();
  await page.waitForURL('**/login');
}

async function typePassword(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'login now' }).click();
}
