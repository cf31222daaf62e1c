/** What people change of their accounts, at a desk and on a phone. */
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { messages } from '#contract/specification-messages.ts';
import { newPerson } from '#tests/support/browser/browser.ts';
import { fillIn } from '#tests/support/browser/fill-in.ts';
import { findBarriers } from '#tests/support/browser/find-barriers.ts';
import { logIn, signUp } from '#tests/support/client/build-account.ts';
import { startMailServer } from '#tests/support/server/mail-server.ts';
import { startServer, type TestServer } from '#tests/support/server/start-server.ts';

const desk = { width: 1280, height: 900 };
const phone = { width: 390, height: 844 };
const newPassword = 'a fresh new password';

let mailServer: Awaited<ReturnType<typeof startMailServer>>;
let server: TestServer;
beforeAll(async () => {
  mailServer = await startMailServer();
  server = await startServer({ env: { SMTP_URL: mailServer.url } });
});

describe('Security', () => {
  test('devices are logged out, and the password is changed', async () => {
    const person = await signUp(server);
    const elsewhere = [await logIn(server, person), await logIn(server, person)];
    const { newPage, expectError } = await newPerson(server, { as: person, bypassCSP: true, viewport: desk });
    const page = await newPage('/dashboard/security');
    const logIns = page.getByRole('region', { name: 'Where you are logged in' });
    const own = logIns.getByRole('listitem').filter({ hasText: 'This device' });
    await own.getByText('in use now').waitFor();
    expect(await logIns.getByRole('listitem').count()).toBe(3);
    expect(await findBarriers(page)).toEqual([]);
    await page.setViewportSize(phone);
    expect(await findBarriers(page)).toEqual([]);
    await logIns.getByRole('button', { name: 'Log out node' }).first().click();
    await expect.poll(() => logIns.getByRole('listitem').count()).toBe(2);
    await logIns.getByRole('button', { name: 'Log out everywhere else' }).click();
    await expect.poll(() => logIns.getByRole('listitem').count()).toBe(1);
    expect(await Promise.all(elsewhere.map(({ account }) => account.current()))).toEqual([null, null]);

    await page.getByRole('button', { name: 'Change password' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change your password' });
    const change = dialog.getByRole('button', { name: 'Change password' });
    await change.click();
    await dialog.getByText('Type this password.').first().waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expectError(/401/);
    await fillIn(page, { 'Current password': 'not this one', 'New password': newPassword, 'Confirm password': 'x' });
    await change.click();
    await dialog.getByText(messages.passwordsDiffer).waitFor();
    await fillIn(page, { 'Confirm password': newPassword });
    await change.click();
    await dialog.getByText('This password is incorrect.').waitFor();
    await fillIn(page, { 'Current password': person.password });
    await change.click();
    await page.getByText('Your password was changed.').waitFor();
    await page.getByText(/^Chosen on/).waitFor();
    await logIn(server, { ...person, password: newPassword });
  });
});

test('what stands below a part of a room that is still read waits for it, but not for ever', async () => {
  const { newPage } = await newPerson(server, { as: await signUp(server), viewport: desk });
  const page = await newPage();
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/account/profile', async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto('/dashboard/security');
  const below = page.locator('section').filter({ hasText: 'Where you are logged in' });
  await below.waitFor({ state: 'attached' });
  const visibilityAt = (ms: number) =>
    below.evaluate((section, time) => {
      for (const animation of section.getAnimations()) animation.currentTime = time;
      return getComputedStyle(section).visibility;
    }, ms);
  expect(await visibilityAt(0)).toBe('hidden');
  expect(await visibilityAt(1000)).toBe('visible');
  await below.evaluate((section) => {
    for (const animation of section.getAnimations()) animation.currentTime = 0;
  });
  resolve();
  await page.getByText(/^Chosen on/).waitFor();
  await below.waitFor();
});

describe('Profile', () => {
  test('a person says who they are, and shows a picture', async () => {
    const person = await signUp(server);
    const { newPage, expectError } = await newPerson(server, { as: person, bypassCSP: true, viewport: desk });
    const page = await newPage('/dashboard');
    const about = page.getByRole('region', { name: 'About you' });
    await page.getByAltText('Hot air balloons over a green field').waitFor();
    await about.getByRole('button', { name: 'Change name' }).click();
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Ada');
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await about.getByText('Ada', { exact: true }).waitFor();

    expectError(/422/);
    const input = page.getByLabel('Picture', { exact: true });
    await input.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('none') });
    await about.getByText('The picture was not changed.').waitFor();
    const buffer = await sharp({ create: { width: 2400, height: 3000, channels: 3, background: '#375' } })
      .png()
      .toBuffer();
    await input.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer });
    const picture = page.getByAltText('You', { exact: true });
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalHeight)).toBe(512);
    await page.reload();
    await picture.waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await about.getByRole('button', { name: 'Remove picture' }).click();
    await page.getByAltText('Hot air balloons over a green field').waitFor();
  });

  test('late answers close no other dialog, and what was read before is not shown after what was read later', async () => {
    const { newPage } = await newPerson(server, { as: await signUp(server), viewport: desk });
    const page = await newPage('/dashboard');
    const about = page.getByRole('region', { name: 'About you' });
    const held: PromiseWithResolvers<void>[] = [];
    let isHeld: (method: string) => boolean = (method) => method !== 'GET';
    await page.route('**/api/account/{name,profile}', async (route) => {
      const answer = await route.fetch();
      if (isHeld(route.request().method())) await held[held.push(Promise.withResolvers()) - 1]?.promise;
      await route.fulfill({ response: answer });
    });
    const rename = async (name: string) => {
      await about.getByRole('button', { name: 'Change name' }).click();
      await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill(name);
      await page.keyboard.press('Enter');
    };
    await rename('Ada');
    await expect.poll(() => held.length).toBe(1);
    await page.keyboard.press('Escape');
    await about.getByRole('button', { name: 'Change email' }).click();
    await page.getByLabel('New email').fill('ada@example.org');
    held[0]?.resolve();
    await about.getByText('Ada', { exact: true }).waitFor();
    expect(await page.getByLabel('New email').inputValue()).toBe('ada@example.org');
    await page.keyboard.press('Escape');

    isHeld = (method) => method === 'GET' && held.length === 1;
    await rename('Bea');
    await expect.poll(() => held.length).toBe(2);
    await rename('Cleo');
    await about.getByText('Cleo', { exact: true }).waitFor();
    const late = page.waitForResponse('**/api/account/profile');
    held[1]?.resolve();
    await (await late).finished();
    // Whatever the answer changes is seen in the next frame.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await about.getByText('Cleo', { exact: true }).waitFor();
  });

  test('on a phone an address is changed by the link in one mail, and taken back by that in another', async () => {
    const person = await signUp(server);
    const newEmail = `new-${person.email}`;
    const { newPage, expectError } = await newPerson(server, { as: person, bypassCSP: true, viewport: phone });
    const page = await newPage('/dashboard');
    await page.getByRole('button', { name: 'Change email' }).click();
    expectError(/400|422/);
    await page.getByLabel('New email').fill('nonsense');
    await page.keyboard.press('Enter');
    await page.getByText('This is not a valid email address.').waitFor();
    await page.getByLabel('New email').fill(person.email);
    await page.keyboard.press('Enter');
    await page.getByText('This is the email address of this account already.').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByLabel('New email').fill(newEmail);
    await page.keyboard.press('Enter');
    await page.getByText('Your new email is not confirmed yet.').waitFor();
    const [confirm, takeBack] = [await linkTo(newEmail), await linkTo(person.email)];

    await page.goto(confirm);
    const button = page.getByRole('button', { name: 'Confirm', exact: true });
    await button.waitFor();
    expect([page.url(), await findBarriers(page)]).toEqual([`${server.baseUrl}/address/confirm`, []]);
    await page.reload();
    await button.click();
    await page.getByText(`You log in with ${newEmail} now.`).waitFor();
    await page.getByRole('link', { name: 'Go to your profile' }).click();
    await page.getByText(newEmail, { exact: true }).waitFor();
    await page.goto(confirm);
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await page.getByText('This link no longer works.').waitFor();

    await page.goto(takeBack);
    await page.getByRole('button', { name: 'Take it back' }).click();
    await page.getByText('The change was taken back.').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('link', { name: 'Choose a new password' }).click();
    await page.waitForURL('**/forgot');
  });
});

async function linkTo(email: string): Promise<string> {
  const text = (await mailServer.nextMail(email)).text ?? '';
  const link = new URL(/^https?:\S+$/m.exec(text)?.[0] ?? '');
  return new URL(link.pathname + link.hash, server.baseUrl).href;
}
