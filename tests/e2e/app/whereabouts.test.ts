/** The app knows who is there, what can be reached, and says so where something cannot. */
import { describe, expect, test } from 'vitest';
import { fillIn } from '#tests/support/browser/fill-in.ts';
import { findBarriers } from '#tests/support/browser/find-barriers.ts';
import { signedIn } from '#tests/support/browser/signed-in.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';

const phone = { bypassCSP: true, viewport: { width: 360, height: 760 }, hasTouch: true, isMobile: true };

test('who is logged in finds no invitation to log in, and the log-in page says who it is', async () => {
  const { newPage, person } = await signedIn({ bypassCSP: true });
  const page = await newPage('/');
  await page.getByRole('link', { name: 'Your folders' }).waitFor();
  expect(await page.getByRole('link', { name: 'Log in' }).count()).toBe(0);
  await page.goto('/login');
  await page.getByText(`You are logged in as ${person.email}.`).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('link', { name: 'Go to your folders' }).click();
  await page.waitForURL('**/task');
});

describe('a folder', () => {
  test('that does not exist gives way to Root, with a sentence', async () => {
    const { newPage, expectError } = await signedIn({ bypassCSP: true });
    expectError(/404/);
    const page = await newPage('/folder/0198c0de-0000-7000-8000-000000000000');
    await page.getByText('does not exist any more').waitFor();
    await page.waitForURL('**/task');
  });

  test('that was shown and is moved to Trash elsewhere gives way to the one that it was in, with a way to Trash', async () => {
    const { newPage, expectError, person } = await signedIn({ bypassCSP: true });
    expectError(/404/);
    const trips = await person.api.folders.create({ name: 'Trips', parentId: null });
    const lake = await person.api.folders.create({ name: 'Lake', parentId: trips.id });
    const day = await person.api.folders.create({ name: 'Day 1', parentId: lake.id });
    const page = await newPage(`/folder/${day.id}`);
    await page.getByText('This folder is empty.').waitFor();
    await person.api.entries.remove({ id: day.id });
    await page.waitForURL(`**/folder/${lake.id}`);
    const toast = page.getByRole('alert').filter({ hasText: 'Day 1' });
    await toast.getByText('It was moved to Trash.').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await toast.getByRole('link', { name: 'Open Trash' }).click();
    await page.waitForURL('**/trash');
    await page.getByText('Day 1').waitFor();
    expect(await toast.count()).toBe(0);

    await page.goto(`/folder/${lake.id}`);
    await page.getByText('This folder is empty.').waitFor();
    await person.api.entries.remove({ id: trips.id });
    await page.waitForURL('**/task');
    await page.getByRole('alert').filter({ hasText: 'Lake' }).getByText('It was moved to Trash with Trips.').waitFor();
  });

  test('that could not be read because of one error says so, and is read again by itself', async () => {
    const { newPage, expectError, person } = await signedIn({ bypassCSP: true });
    expectError(/500/);
    const { id } = await person.api.folders.create({ name: 'Letters', parentId: null });
    const page = await newPage('/dashboard');
    const logged = page.waitForEvent('console', (message) => message.text().includes(`${id} cannot be read`));
    const body = JSON.stringify({ code: 'internal-error', message: 'Something went wrong on the server.' });
    await page.route('**/children*', (route) => route.fulfill({ status: 500, body }));
    await page.goto(`/folder/${id}`);
    await page.getByText('This folder could not be opened.').waitFor();
    await logged;
    expect(await findBarriers(page)).toEqual([]);
    await page.unroute('**/children*');
    await page.getByRole('heading', { name: 'Letters' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/folder/${id}`);
  });
});

test('Root by the id that calls give it is Root', async () => {
  const { newPage } = await signedIn();
  const page = await newPage('/folder/root');
  await page.waitForURL('**/task');
  await page.getByRole('button', { name: 'New Folder' }).waitFor();
});

describe('the link of a file that cannot be opened is a page of the app', () => {
  test('that says so when there is no such file', async () => {
    const { newPage, expectError, person } = await signedIn({ bypassCSP: true });
    expectError(/404/);
    const file = await uploadFile(person, { name: 'note.txt', body: bytes(10) });
    await person.api.entries.remove({ id: file.id });
    const page = await newPage(file.url);
    await page.getByText('This file does not exist.').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('link', { name: 'Go to Root' }).click();
    await page.waitForURL('**/task');
  });

  test('that leads a person who is logged out to the log-in, and from there to the file', async () => {
    const { newPage, context, expectError, person } = await signedIn({ bypassCSP: true });
    expectError(/401/);
    const file = await uploadFile(person, { name: 'note.txt', body: Buffer.from('what it says') });
    await context.clearCookies();
    const page = await newPage(file.url);
    await page.getByText('Log in to open this file.').waitFor();
    await page.locator('main').getByRole('link', { name: 'Log in' }).click();
    await fillIn(page, { Email: person.email, Password: person.password });
    await page.getByRole('button', { name: 'login now' }).click();
    await page.getByText('what it says').waitFor();
  });

  test('that tries again when its bytes cannot be read right now', async () => {
    const { newPage, expectUnreachable, person } = await signedIn({ bypassCSP: true });
    expectUnreachable();
    const file = await uploadFile(person, { name: 'note.txt', body: Buffer.from('what it says') });
    const page = await newPage();
    const body = JSON.stringify({ code: 'unavailable', message: 'The server cannot answer right now.' });
    await page.route('**/content/**', async (route) => {
      if (!route.request().isNavigationRequest()) return await route.fulfill({ status: 503, body });
      const response = await route.fetch({ url: new URL('/', route.request().url()).href });
      await route.fulfill({ response, status: 503 });
    });
    await page.goto(file.url);
    await page.getByText('This file cannot be read right now.').waitFor();
    await page.unroute('**/content/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('what it says').waitFor();
  });
});

test('a file that the browser does not show is called a download before it is clicked', async () => {
  const { newPage, person } = await signedIn({ bypassCSP: true });
  await uploadFile(person, { name: 'box.zip', body: bytes(2000), contentType: 'application/zip' });
  await uploadFile(person, { name: 'note.txt', body: bytes(2000) });
  const page = await newPage('/task');
  await page.getByText('ZIP 2 kB · download').waitFor();
  expect(await page.getByRole('link', { name: 'box.zip' }).getAttribute('aria-describedby')).toBeTruthy();
  expect(await page.getByText('TXT 2 kB · download').count()).toBe(0);
});

test('the header is the same on every page, to the edge of the window, whether the page can be scrolled or not', async () => {
  const { newPage } = await signedIn({ viewport: { width: 1920, height: 1080 } });
  const page = await newPage('/');
  const header = page.getByRole('banner');
  const placeOfBrand = async () => (await header.getByRole('link', { name: 'Keepsake' }).boundingBox())?.x;
  const atHome = await placeOfBrand();
  for (const [path, name] of [
    ['/task', 'Root'],
    ['/find', 'Find'],
    ['/dashboard', 'Profile Section'],
  ]) {
    await page.goto(path ?? '');
    await page.getByRole('heading', { level: 1, name }).waitFor();
    expect(await placeOfBrand()).toBe(atHome);
    expect((await header.boundingBox())?.width).toBe(await page.evaluate(() => document.documentElement.clientWidth));
  }
  await page.setViewportSize({ width: 1920, height: 400 });
  expect(await placeOfBrand()).toBe(atHome);
});

test('the cloth is requested with the page only where it is seen at once', async () => {
  const { newPage } = await signedIn();
  const page = await newPage();
  const isRequested = async (path: string) => {
    await page.goto(path);
    return (await page.locator('link[rel="preload"][href*="weave"]').count()) > 0;
  };
  for (const path of ['/', '/task', '/login']) expect(await isRequested(path)).toBe(true);
  for (const path of ['/trash', '/find', '/dashboard']) expect(await isRequested(path)).toBe(false);
});

describe('on a phone', () => {
  test('the bar has the same five places on every page, and New leads to Root where nothing is made', async () => {
    const { newPage } = await signedIn(phone);
    const page = await newPage('/task');
    const bar = page.getByRole('navigation', { name: 'Main, phone' });
    const places = () => bar.locator('a:visible, button:visible').allInnerTexts();
    for (const path of ['/task', '/find', '/starred', '/trash', '/dashboard']) {
      await page.goto(path);
      await expect.poll(places).toEqual(['Home', 'Folders', 'New', 'Find', 'Profile']);
    }
    await bar.getByRole('link', { name: 'New' }).tap();
    await page.waitForURL('**/task');
    await page.getByRole('dialog', { name: 'New' }).getByRole('button', { name: 'New Folder' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Root' }).waitFor();
    await page.getByText('in this folder').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test('New stands in the bar and makes a folder or uploads a file; nothing is said of dropping', async () => {
    const { newPage } = await signedIn(phone);
    const page = await newPage('/task');
    await page.getByText('in this folder').waitFor();
    expect(await page.getByText('or drop it anywhere').isVisible()).toBe(false);
    const bar = page.getByRole('navigation', { name: 'Main, phone' });
    await bar.getByRole('button', { name: 'New' }).click();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'New Folder' }).click();
    await page.getByRole('textbox', { name: 'Folder name' }).fill('Letters');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Letters' }).waitFor();
    await bar.getByRole('button', { name: 'New' }).click();
    await page
      .getByRole('dialog')
      .getByLabel('New File')
      .setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('a note') });
    await page.getByRole('link', { name: 'note.txt' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});
