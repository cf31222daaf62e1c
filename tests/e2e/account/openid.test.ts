import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { errors } from '#contract/errors.ts';
import { messages } from '#contract/specification-messages.ts';
import { newPerson } from '#tests/support/browser/browser.ts';
import { findBarriers } from '#tests/support/browser/find-barriers.ts';
import { signUp, visit } from '#tests/support/client/build-account.ts';
import { turnOnTwoStep } from '#tests/support/client/two-step.ts';
import { query } from '#tests/support/database/query.ts';
import { byProvider } from '#tests/support/openid/at-provider.ts';
import { startWithProvider } from '#tests/support/openid/with-provider.ts';
import { operateJson } from '#tests/support/server/operator.ts';
import { startServer } from '#tests/support/server/start-server.ts';

const button = 'Log in with Home ID';

let all: Awaited<ReturnType<typeof startWithProvider>>;
beforeAll(async () => {
  all = await startWithProvider();
});

test('somebody new logs in with the button, comes back to where they were, and confirms there what a password would', async () => {
  const { server, newcomer } = all;
  const { subject, email } = newcomer();
  const browser = await newPerson(server);
  const page = await browser.newPage('/starred');
  await page.waitForURL('**/login');
  await page.getByRole('button', { name: button }).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: button }).click();
  await continueAs(page, subject);
  await page.waitForURL(`${server.baseUrl}/starred`);
  await page.goto('/dashboard');
  await page.getByText(email).first().waitFor();

  await page.goto('/dashboard/security');
  const section = page.getByRole('region', { name: 'Log in with Home ID' });
  await section.getByText(email).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  browser.expectError(/403|409/);
  await section.getByRole('button', { name: `Disconnect ${email}` }).click();
  await section.getByText(errors['only-way-in'].message).waitFor();

  await query(
    server,
    `update session set "confirmedAt" = 1 where "userId" in (select id from "user" where email = '${email}')`,
  );
  // What the server remembers of sessions ends with one of them.
  await (await signUp(server)).account.logOut();
  await section.getByRole('button', { name: 'Connect a log-in' }).click();
  const dialog = page.getByRole('dialog', { name: 'Log in again' });
  await dialog.getByRole('button', { name: 'Continue with Home ID' }).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Continue with Home ID' }).click();
  await continueAs(page, subject);
  await page.waitForURL(`${server.baseUrl}/dashboard/security`);
  const cameBack = page.waitForEvent('load');
  await section.getByRole('button', { name: 'Connect a log-in' }).click();
  // They are logged in there, so the provider asks for nothing.
  await cameBack;
  await section.getByText(email).waitFor();
  expect(await section.getByRole('listitem').count()).toBe(1);
  await browser.close();
});

test('somebody with a password connects a log-in by hand, and disconnects it', async () => {
  const { server, newcomer } = all;
  const { subject, email } = newcomer();
  const person = await signUp(server);
  const browser = await newPerson(server, { as: person });
  const page = await browser.newPage('/dashboard/security');
  const section = page.getByRole('region', { name: 'Log in with Home ID' });
  await section.getByRole('button', { name: 'Connect a log-in' }).click();
  await continueAs(page, subject);
  await page.waitForURL(`${server.baseUrl}/dashboard/security`);
  await section.getByText('never used').waitFor();
  await section.getByRole('button', { name: `Disconnect ${email}` }).click();
  await section.getByRole('listitem').waitFor({ state: 'detached' });
  // Wherever somebody wanted to confirm that it is them.
  for (const room of ['/dashboard', '/dashboard/security', '/dashboard/devices']) {
    await page.goto(`${room}?problem=provider-refused`);
    await page.getByRole('alert').getByText(errors['provider-refused'].message).waitFor();
  }
  await browser.close();
});

test('whoever is logged in is logged out in all tabs before somebody else comes by the provider', async () => {
  const { server, newcomer } = all;
  const { subject, email } = newcomer();
  const browser = await newPerson(server, { as: await signUp(server) });
  browser.expectError(/401/);
  const [before, page] = [await browser.newPage('/task'), await browser.newPage('/login')];
  await page.getByRole('button', { name: button }).click();
  await before.waitForURL('**/login');
  await continueAs(page, subject);
  await page.waitForURL(`${server.baseUrl}/dashboard`);
  await page.getByText(email).first().waitFor();
});

test('the second step of an account comes after the provider, and then the page that was wanted', async () => {
  const { server, newcomer } = all;
  const { subject } = newcomer();
  const person = await signUp(server);
  await byProvider(person, subject, { purpose: 'connect' });
  const { code } = await turnOnTwoStep(person);
  const browser = await newPerson(server);
  const page = await browser.newPage('/starred');
  await page.getByRole('button', { name: button }).click();
  await continueAs(page, subject);
  await page.getByRole('heading', { name: 'Second step' }).waitFor();
  await page.getByLabel('Code').fill(code());
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(`${server.baseUrl}/starred`);
  await browser.close();
});

test('what fails is said on the log-in page, and the password works all the while', async () => {
  const { server, provider } = all;
  const person = await signUp(server);
  const browser = await newPerson(server);
  browser.expectError(/503|ERR_|401/);
  const page = await browser.newPage('/login');
  await page.getByRole('button', { name: button }).click();
  await continueAs(page, 'nobody');
  await page.getByRole('alert').getByText(errors['provider-refused'].message).waitFor();
  expect(await findBarriers(page)).toEqual([]);

  await server.restart();
  await provider.stop();
  await page.goto('/login');
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('alert').getByText(errors['provider-unavailable'].message).waitFor();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'login now' }).click();
  await page.waitForURL('**/dashboard');
  await provider.start();
});

test('where passwords are closed, the pages show the button alone', async () => {
  const { server, newcomer } = all;
  const { subject, email } = newcomer();
  await byProvider(visit(server), subject);
  await server.stop();
  const closed = await startServer({
    dataFolder: server.dataFolder,
    env: { ...server.settings, PASSWORD_LOGIN: 'closed', SIGN_UP: 'closed', OIDC_SIGN_UP: 'closed' },
  });
  const browser = await newPerson(closed);
  const { url } = await operateJson<{ url: string }>(closed, ['people', 'invite']);
  const join = `/join${new URL(url).hash}`;
  for (const path of ['/signup', '/login', join]) {
    const page = await browser.newPage(path);
    await page.getByRole('button', { name: /with Home ID/ }).waitFor();
    await page.getByLabel('Password', { exact: true }).waitFor({ state: 'detached' });
    expect(await page.getByRole('link', { name: 'Forgot password?' }).count()).toBe(0);
    await page.close();
  }
  const page = await browser.newPage('/login');
  await page.getByRole('button', { name: button }).click();
  await continueAs(page, subject);
  await page.waitForURL('**/dashboard');
  await page.goto('/');
  await page.getByText(messages.welcome).waitFor();

  await operateJson(closed, ['admin', email]);
  await page.goto('/people');
  await page.getByRole('button', { name: `Actions for ${email}` }).click();
  await page.getByRole('menuitem', { name: 'Change the space' }).waitFor();
  expect(await page.getByRole('menuitem', { name: 'Send a password link' }).count()).toBe(0);

  await page.goto('/address/take-back#x');
  await page.getByText('You then log in with Home ID.').waitFor();

  const invited = await (await newPerson(closed)).newPage(join);
  await invited.getByRole('button', { name: 'Continue with Home ID' }).click();
  await continueAs(invited, newcomer().subject);
  await invited.waitForURL('**/task');
});

/** Logs in at the provider. */
async function continueAs(page: Page, subject: string): Promise<void> {
  await page.getByLabel('Who are you?').fill(subject);
  await page.getByRole('button', { name: 'Continue' }).click();
}
