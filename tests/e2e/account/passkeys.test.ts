import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { newPerson } from '#tests/support/browser/browser.ts';
import { findBarriers } from '#tests/support/browser/find-barriers.ts';
import { addAuthenticator } from '#tests/support/browser/virtual-authenticator.ts';
import { personAt, signUp } from '#tests/support/client/build-account.ts';
import { turnOnTwoStep } from '#tests/support/client/two-step.ts';
import { query } from '#tests/support/database/query.ts';
import { sharedServer } from '#tests/support/server/shared-server.ts';

const phone = { viewport: { width: 390, height: 760 }, isMobile: true, hasTouch: true };
const desktop = { viewport: { width: 1280, height: 860 } };

describe.each([
  ['a phone', phone],
  ['a desktop', desktop],
])('passkeys on %s', (_name, size) => {
  test('are added, named, used to log in without address and password, and removed', async () => {
    const { newPage, person, server, expectError } = await atLocalhost(size);
    for (const status of [/401/, /403/]) expectError(status);
    const page = await newPage('/dashboard/security');
    const device = await addAuthenticator(page);
    const section = page.getByRole('region', { name: 'Passkeys' });
    await section.getByRole('button', { name: 'Add a passkey' }).click();
    await section.getByText('never used').waitFor();
    const [stored] = await device.passkeys();
    expect([stored?.isResidentCredential, stored?.rpId]).toEqual([true, 'localhost']);
    expect(Buffer.from(stored?.userHandle ?? '', 'base64').toString()).toBe(person.uid);
    // The device has one already, and makes no second.
    await section.getByRole('button', { name: 'Add a passkey' }).click();
    await section.getByText('This device has a passkey of your account already.').waitFor();
    await section.getByRole('button', { name: /^Rename/ }).click();
    const dialog = page.getByRole('dialog');
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByLabel('Name').fill('The blue phone');
    await page.keyboard.press('Enter');
    await section.getByText('The blue phone').waitFor();
    // Where it stands after the dialog, the header may cover half of a button.
    await page.evaluate(() => scrollTo(0, 0));
    expect(await findBarriers(page)).toEqual([]);

    // Among what the browser offers for the email field, which the device here takes at once.
    await logOut(page);
    await page.waitForURL('**/dashboard');
    await page.goto('/dashboard/security');
    await section.getByText('last used').waitFor();

    // By the button.
    await logOutUntouched(page, device);
    await page.getByRole('button', { name: 'Use a passkey' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await pressAndTouch(page, device);
    await page.waitForURL('**/dashboard');

    // In place of the password, for what weakens the account.
    await query(server, `update session set "confirmedAt" = 1 where "userId" = '${person.uid}'`);
    // What the server remembers of sessions ends with one of them.
    await (await signUp(server)).account.logOut();
    await page.goto('/dashboard/security');
    await section.getByRole('button', { name: 'Remove The blue phone' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Use a passkey' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Use a passkey' }).click();
    await section.getByText('The blue phone').waitFor({ state: 'detached' });

    await logOutUntouched(page, device);
    await pressAndTouch(page, device);
    await page.getByText('This passkey was removed, or was not confirmed in time.').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    const events = await query(server, `select kind from account_events where account = '${person.uid}'`);
    const kinds = events.map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['passkey-added', 'log-in', 'passkey-removed']));
  });
});

test('a passkey is the second step, too; one without a finger, a copy and one that was shown before are refused', async () => {
  const { newPage, person, server, context, expectError } = await atLocalhost(desktop);
  for (const status of [/401/, /403/]) expectError(status);
  const page = await newPage('/dashboard/security');
  const device = await addAuthenticator(page);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('never used').waitFor();
  await turnOnTwoStep(person);

  await logOutUntouched(page, device);
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'login now' }).click();
  await page.getByRole('heading', { name: 'Second step' }).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  const shown = page.waitForRequest('**/api/auth/passkey');
  await pressAndTouch(page, device);
  await page.waitForURL('**/dashboard');

  // What was shown once, and what was signed by a copy of the device that is behind.
  const body = (await shown).postDataJSON() as { answer: object };
  const replay = await page.request.post('/api/auth/passkey', {
    data: body,
    headers: { origin: new URL(page.url()).origin },
  });
  expect([replay.status(), (await replay.json()).code]).toEqual([401, 'passkey-refused']);
  const [stored] = await device.passkeys();
  if (stored === undefined) throw new Error('The device has no passkey');
  await device.replace({ ...stored, signCount: 0 });
  await query(server, `update passkeys set counter = 100 where account = '${person.uid}'`);
  await context.clearCookies();
  await page.goto('/login');
  await page.getByText('This passkey was removed, or was not confirmed in time.').waitFor();
  await query(server, `update passkeys set counter = 0 where account = '${person.uid}'`);

  // Without the finger of the person the browser shows nothing, and the server takes nothing that says so.
  await device.verify(false);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByText('No passkey was used.').waitFor();
  const forged = await page.evaluate(async () => {
    const json = { 'content-type': 'application/json' };
    const asked = await fetch('/api/auth/passkey-options', { method: 'POST', headers: json, body: '{}' });
    const options = await asked.json();
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({ ...options, userVerification: 'discouraged' });
    const answer = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
    const sent = JSON.stringify({ answer: answer.toJSON() });
    const refused = await fetch('/api/auth/passkey', { method: 'POST', headers: json, body: sent });
    return [refused.status, (await refused.json()).code];
  });
  expect(forged).toEqual([401, 'passkey-refused']);

  await device.verify(true);
  await query(
    server,
    `insert into people (account, role, state, state_at) values ('${person.uid}', 'member', 'disabled', 1) on conflict (account) do update set state = 'disabled'`,
  );
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByText('This account is disabled.').waitFor();
});

test('a browser without passkeys, or a server that is called by a number, mentions none', async () => {
  const { newPage, context } = await atLocalhost(desktop);
  await context.addInitScript(() => {
    Reflect.deleteProperty(window, 'PublicKeyCredential');
  });
  const page = await newPage('/dashboard/security');
  await page.getByRole('heading', { name: 'Two-step login' }).waitFor();
  expect(await page.getByText(/passkey/i).count()).toBe(0);
  await page.goto('/login');
  await page.getByRole('button', { name: 'login now' }).waitFor();
  expect(await page.getByText(/passkey/i).count()).toBe(0);
});

/** Someone at a browser that calls the server by a name, as passkeys need it. */
async function atLocalhost(size: object) {
  const server = await sharedServer();
  const place = { ...server, baseUrl: server.baseUrl.replace('127.0.0.1', 'localhost') };
  const person = personAt(place, await signUp(server));
  return {
    server,
    person,
    ...(await newPerson(place, { as: person, bypassCSP: true, ...size })),
  };
}

type Device = Awaited<ReturnType<typeof addAuthenticator>>;

/** With what the page asks the browser for a passkey. */
const asking = '**/api/auth/passkey-options';

/** Logs out, until the browser offers passkeys for the email field, which nobody takes. */
async function logOutUntouched(page: Page, device: Device): Promise<void> {
  await device.touch(false);
  const offered = page.waitForResponse(asking);
  await logOut(page);
  await offered;
}

/** Presses the button. The device is touched once the offer for the email field is over. */
async function pressAndTouch(page: Page, device: Device): Promise<void> {
  const touch = async (route: Route) => {
    await device.touch(true);
    await route.continue();
  };
  await page.route(asking, touch, { times: 1 });
  await page.getByRole('button', { name: 'Use a passkey' }).click();
}

async function logOut(page: Page): Promise<void> {
  await page.goto('/dashboard');
  // A device that is touched at once leaves that page at once.
  const left = page.waitForURL('**/login');
  await page.getByRole('button', { name: 'Log Out' }).click();
  await left;
}
