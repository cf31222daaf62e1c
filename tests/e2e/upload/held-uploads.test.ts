/** Uploads outlive the session that began them, and stay paused when a person paused them. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { fillIn } from '#tests/support/browser/fill-in.ts';
import { findBarriers } from '#tests/support/browser/find-barriers.ts';
import { savedUploads } from '#tests/support/browser/saved-uploads.ts';
import { signedIn } from '#tests/support/browser/signed-in.ts';
import { slowUploads } from '#tests/support/browser/slow-uploads.ts';
import { logIn, type Person } from '#tests/support/client/build-account.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';

const megabyte = 1024 ** 2;
const film = bytes(2 * megabyte, 'film');

test('logged out in the middle of an upload: it is paused, a log-in is offered, and it resumes at its byte', async () => {
  const { newPage, person, server, expectError } = await signedIn({ bypassCSP: true });
  expectError(/401/);
  const page = await newPage('/task');
  const speedUp = await beginUpload(page);
  await page.getByRole('link', { name: 'Profile' }).first().click();
  await page.getByRole('button', { name: 'Log Out' }).click();
  await page.waitForURL('**/login');
  await page.getByText('1 upload is paused. Log in to continue.').waitFor();
  await page.getByRole('link', { name: 'Keepsake' }).first().click();
  const toast = page.getByRole('region', { name: 'Uploads and messages' });
  await toast.getByText('You were logged out. Log in to continue this upload.').waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await toast.getByRole('link', { name: 'Log in' }).click();
  await speedUp();
  const begun: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/uploads')) begun.push(request.url());
  });
  await logInAgain(page, person);
  await page.getByRole('link', { name: 'Folders' }).first().click();
  await page.getByRole('link', { name: 'film.bin' }).waitFor();
  expect(begun).toEqual([]);
  await expectFilm(await logIn(server, person));
});

test('a session that ends elsewhere pauses an upload; nothing of it stays behind for the person after', async () => {
  const { newPage, person, server, expectError } = await signedIn();
  expectError(/401/);
  const page = await newPage('/task');
  const speedUp = await beginUpload(page);
  await person.account.logOut();
  await page.waitForURL('**/login');
  await page.getByText('1 upload is paused. Log in to continue.').waitFor();
  await speedUp();
  await logInAgain(page, person);
  await page.getByRole('link', { name: 'film.bin' }).waitFor();
  await page.getByText('Uploading from another device').waitFor({ state: 'detached' });
  await expectFilm(await logIn(server, person));
});

test('who logs in again in another tab stays where they are, and their upload goes on, once', async () => {
  const { newPage, person, server, expectError } = await signedIn();
  expectError(/401/);
  const page = await newPage('/task');
  const speedUp = await beginUpload(page);
  const other = await newPage('/login');
  await logInAgain(other, person);
  await speedUp();
  await expectFilmHere(page);
  await expectFilm(await logIn(server, person));
});

test('who logs in again in another tab over a slow line comes back to where they were, and their upload goes on, once', async () => {
  const { newPage, person, server, expectError } = await signedIn();
  expectError(/401/);
  const page = await newPage('/task');
  const speedUp = await beginUpload(page);
  const other = await newPage('/login');
  const devtools = await other.context().newCDPSession(other);
  await devtools.send('Network.enable');
  // Nothing is answered there until this ends.
  const slow = { offline: false, latency: 600_000, downloadThroughput: -1, uploadThroughput: -1 };
  await devtools.send('Network.emulateNetworkConditions', slow);
  const loggedIn = logInAgain(other, person);
  await page.waitForURL('**/login');
  await devtools.detach();
  await loggedIn;
  await speedUp();
  await expectFilmHere(page);
  await expectFilm(await logIn(server, person));
});

test('a page that cannot be loaded stops no upload, and opens when it can be', async () => {
  const { newPage, person, expectError } = await signedIn();
  expectError(/ERR_FAILED|Failed to fetch/);
  const page = await newPage('/task');
  const speedUp = await beginUpload(page);
  // Neither the code of the page nor the question whether there is a newer build gets through.
  for (const address of ['**/assets/*.js', '**/healthz']) await page.route(address, (route) => route.abort());
  await page.getByRole('link', { name: 'Profile' }).first().click();
  await page.getByText('This page could not be opened.').waitFor();
  await page.getByRole('progressbar', { name: 'film.bin' }).waitFor();
  expect(await savedUploads(page)).toHaveLength(1);
  await page.unrouteAll();
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await page.getByRole('link', { name: 'Profile' }).first().click();
  await page.getByRole('button', { name: 'Log Out' }).waitFor();
  await speedUp();
  await page.getByText('film.bin').waitFor({ state: 'detached' });
  await expectFilm(person);
});

test('an upload that a person paused is still paused after a reload', async () => {
  const { newPage, person, expectUnreachable } = await signedIn();
  expectUnreachable();
  const page = await newPage('/task');
  const speedUp = await beginUpload(page);
  await page.getByRole('button', { name: 'Pause film.bin' }).click();
  await page.getByRole('button', { name: 'Resume film.bin' }).waitFor();
  // The page does not wait until it is saved.
  await waitFor(async () => (await savedUploads(page)).some(({ paused }) => paused), { what: 'the pause to be saved' });
  await speedUp();
  await page.reload();
  await page.getByRole('button', { name: 'Resume film.bin' }).click();
  await page.getByRole('link', { name: 'film.bin' }).waitFor();
  await expectFilm(person);
});

test('many uploads: one bar that is as full as its number, and all are paused and resumed at once', async () => {
  const { newPage } = await signedIn();
  const page = await newPage('/task');
  const speedUp = await slowUploads(page, 200_000);
  const files = Array.from({ length: 8 }, (_, i) => ({
    name: `film ${i}.bin`,
    mimeType: '',
    buffer: Buffer.from(bytes(megabyte, `film ${i}`)),
  }));
  const created = arrivals(page, 3);
  await page.getByLabel('New File').and(page.locator(':enabled')).setInputFiles(files);
  const all = page.getByRole('progressbar', { name: 'All uploads' });
  // Not before they exist at the server: what is paused earlier is begun once more.
  await created;
  await all.waitFor();
  await page.getByRole('button', { name: 'Pause all' }).click();
  await page.getByRole('button', { name: 'Resume all' }).waitFor();
  const value = Number(await all.getAttribute('aria-valuenow'));
  await speedUp();
  expect(Number(await all.getAttribute('aria-valuenow'))).toBe(value);
  await page.getByRole('button', { name: 'Resume all' }).click();
  await page.getByText('8 files uploaded').first().waitFor();
});

/** Resolves when so many uploads were created. */
function arrivals(page: Page, count: number): Promise<void> {
  return new Promise((resolve) => {
    let left = count;
    page.on('response', (response) => {
      if (response.request().method() !== 'POST' || !response.url().endsWith('/api/uploads')) return;
      left -= 1;
      if (left === 0) resolve();
    });
  });
}

/** Sends a film so slowly that there is time for something else. Returns what ends that. */
async function beginUpload(page: Page): Promise<() => Promise<void>> {
  const speedUp = await slowUploads(page, 30_000);
  await page
    .getByLabel('New File')
    .and(page.locator(':enabled'))
    .setInputFiles({ name: 'film.bin', mimeType: '', buffer: Buffer.from(film) });
  await expect.poll(async () => await percent(page)).toBeGreaterThan(0);
  return speedUp;
}

async function percent(page: Page): Promise<number> {
  return Number(await page.getByRole('progressbar', { name: 'film.bin' }).getAttribute('aria-valuenow'));
}

async function logInAgain(page: Page, { email, password }: Person): Promise<void> {
  await fillIn(page, { Email: email, Password: password });
  await page.getByRole('button', { name: 'login now' }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
}

/** The page is where the film was uploaded to, and has nothing more to send. */
async function expectFilmHere(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'film.bin' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/task');
  await expect.poll(() => savedUploads(page)).toEqual([]);
}

async function expectFilm(person: Person): Promise<void> {
  const { files } = await person.api.folders.children({ id: 'root' });
  expect(files.map(({ name, version }) => [name, version])).toEqual([['film.bin', 1]]);
  const stored = Buffer.from(await (await person.fetch(files[0]?.url ?? '')).arrayBuffer());
  expect(sha256(stored)).toBe(sha256(film));
}
