/** Every screen and state has nothing that axe-core objects to (WCAG 2.2 AA), in light and dark, on phone and desktop. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { messages } from '#contract/specification-messages.ts';
import { type BrowserPerson, newPerson } from '#tests/support/browser/browser.ts';
import { findBarriers } from '#tests/support/browser/find-barriers.ts';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { type SharedServer, sharedServer } from '#tests/support/server/shared-server.ts';

const widths = [360, 1280];

type Screen = { name: string; show(page: Page): Promise<unknown> };

const strangersScreens: Screen[] = [
  { name: 'landing', show: (page) => open(page, '/') },
  { name: 'sign-up', show: (page) => open(page, '/signup') },
  { name: 'sign-up with an error', show: (page) => sendEmpty(page, '/signup', 'signup now') },
  {
    name: 'sign-up with passwords that differ',
    async show(page) {
      await open(page, '/signup');
      await page.getByLabel('Email', { exact: true }).fill('a@example.org');
      await page.getByLabel('Password', { exact: true }).fill('correct horse');
      await page.getByLabel('Confirm password').fill('battery');
      await page.getByRole('button', { name: 'signup now' }).click();
      await page.getByText(messages.passwordsDiffer).waitFor();
    },
  },
  { name: 'log-in', show: (page) => open(page, '/login') },
  { name: 'log-in with an error', show: (page) => sendEmpty(page, '/login', 'login now') },
  { name: 'forgot', show: (page) => open(page, '/forgot') },
  {
    name: 'forgot, sent',
    async show(page) {
      await open(page, '/forgot');
      await page.getByLabel('Email', { exact: true }).fill('nobody@example.org');
      await page.getByRole('button', { name: 'Reset Password' }).click();
      await page.getByText(messages.forgotSent).waitFor();
    },
  },
  { name: 'reset', show: (page) => open(page, '/reset?token=abc') },
  { name: 'reset, ended', show: (page) => open(page, '/reset?error=INVALID_TOKEN') },
  { name: 'not found', show: (page) => open(page, '/no/such/page') },
];

describe.each(widths)('%i px', (width) => {
  let server: SharedServer;
  let stranger: Page;
  beforeAll(async () => {
    server = await sharedServer();
    stranger = await (await newBrowser(server)).newPage();
  });
  afterAll(() => stranger.context().close());

  test.each(strangersScreens)('$name', async ({ show }) => {
    await show(stranger);
    expect(await findBarriers(stranger)).toEqual([]);
  });

  test('profile, and an empty Root', async () => {
    const browser = await newBrowser(server, await signUp(server));
    const page = await browser.newPage();
    for (const room of ['', '/security', '/devices', '/storage', '/appearance']) {
      await open(page, `/dashboard${room}`);
      expect(await findBarriers(page)).toEqual([]);
    }
    await open(page, '/task');
    await page.getByText('This folder is empty').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await open(page, '/trash');
    await page.getByText('Trash is empty').waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });

  test('Trash with items in it, its menu and its questions, the offer to undo, and offline', async () => {
    const person = await signUp(server);
    const { id } = await uploadFile(person, { name: 'A name that is long.pdf', body: bytes(20) });
    await uploadFile(person, { name: 'stays.txt', body: bytes(20) });
    await person.api.entries.remove({ id });
    const browser = await newBrowser(server, person);
    browser.expectUnreachable();
    const page = await browser.newPage();
    await open(page, '/task');
    await page.getByRole('button', { name: 'Folder actions' }).click();
    await page.getByRole('menuitem', { name: 'Download' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'stays.txt' }).focus();
    await page.keyboard.press('Delete');
    await page.getByRole('button', { name: 'Undo' }).focus();
    expect(await findBarriers(page)).toEqual([]);

    await open(page, '/trash');
    await page.getByRole('row', { name: /A name that is long/ }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    if (width < 720) {
      await page.getByRole('button', { name: 'More actions for A name that is long.pdf' }).click();
      await page.getByRole('button', { name: 'Delete forever' }).waitFor();
      expect(await findBarriers(page)).toEqual([]);
      await page.keyboard.press('Escape');
    }
    await page.getByRole('button', { name: 'Empty Trash' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await browser.context.setOffline(true);
    await page.getByText('You are offline.').waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });

  test('a full folder, the form for a new one with its error, and offline', async () => {
    const person = await signUp(server);
    const folderId = await fillFolder(person);
    const browser = await newBrowser(server, person);
    browser.expectUnreachable();
    browser.expectError(/409/);
    const page = await browser.newPage();
    await open(page, `/folder/${folderId}`);
    await page.getByRole('link', { name: 'A name that is cut.pdf' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);

    await page.getByRole('button', { name: 'New Folder' }).click();
    await page.getByLabel('Folder name').fill('Letters');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('is already here').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel' }).click();

    await browser.context.setOffline(true);
    await page
      .getByText(/offline/i)
      .first()
      .waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });

  test('uploads that run and one that failed', async () => {
    const person = await signUp(server);
    const browser = await newBrowser(server, person);
    browser.expectError(/409/);
    await person.api.folders.create({ name: 'taken', parentId: null });
    const page = await browser.newPage();
    await open(page, '/task');
    const input = page.getByLabel('New File').and(page.locator(':enabled'));
    await input.setInputFiles({ name: 'taken', mimeType: '', buffer: Buffer.from('x') });
    const toasts = page.getByRole('region', { name: 'Uploads' });
    await toasts.getByText(messages.uploadFailed, { exact: true }).waitFor();
    await page.route('**/api/uploads/**', () => {}); // Bytes that never arrive keep the upload running.
    await input.setInputFiles({ name: 'film.bin', mimeType: '', buffer: Buffer.from(bytes(1_000_000)) });
    await toasts.getByRole('progressbar').first().waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });

  function newBrowser(place: SharedServer, as?: Person): Promise<BrowserPerson> {
    return newPerson(place, {
      ...(as ? { as } : {}),
      bypassCSP: true,
      viewport: { width, height: width < 720 ? 760 : 860 },
      isMobile: width < 720,
      hasTouch: width < 720,
    });
  }
});

test('a picture without words, pale text and a button without a name are found', async () => {
  const page = await (await newPerson(await sharedServer(), { bypassCSP: true })).newPage();
  await page.setContent(
    '<main><h1>x</h1><img src="data:,"><button></button><p style="color: #999; background: #fff">pale</p></main>',
  );
  const found = (await findBarriers(page)).map((line) => line.split(':')[0]);
  expect(found).toEqual(expect.arrayContaining(['image-alt', 'button-name', 'color-contrast']));
});

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
}

async function sendEmpty(page: Page, path: string, button: string): Promise<void> {
  await open(page, path);
  await page.getByRole('button', { name: button }).click();
  await page.getByText(messages.credentialsMissing).waitFor();
}

async function fillFolder(person: Person): Promise<string> {
  const { id } = await person.api.folders.create({ name: 'Everything', parentId: null });
  for (const name of ['Letters', 'Письма', '家族の写真']) await person.api.folders.create({ name, parentId: id });
  const names = ['A name that is cut.pdf', 'b.jpg', 'c.mp4', 'd.m4a', 'e.zip', 'f.txt', 'g', 'رسالة.txt'];
  for (const name of names) await uploadFile(person, { name, body: bytes(1000, name), folderId: id });
  return id;
}
