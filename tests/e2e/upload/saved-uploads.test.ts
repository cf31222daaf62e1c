/** Uploads that a reload or a crash of the browser interrupts. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { newPerson } from '#tests/support/browser/browser.ts';
import { fileOnDisk } from '#tests/support/browser/file-on-disk.ts';
import { holdRequests } from '#tests/support/browser/hold-requests.ts';
import { killableBrowser } from '#tests/support/browser/killable-browser.ts';
import { holdSavedUploads, keepSavedUploads, savedUploads } from '#tests/support/browser/saved-uploads.ts';
import { slowUploads } from '#tests/support/browser/slow-uploads.ts';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { sharedServer } from '#tests/support/server/shared-server.ts';

const megabyte = 1_000_000;
/** Larger than what the browser copies. */
const largeBytes = 68 * megabyte;
/** Bytes a second that get no file to its end while a test waits for the disk. */
const hardlyAny = 20_000;

describe('in the middle of 20 uploads', () => {
  const names = Array.from({ length: 20 }, (_, i) => `film ${i}.bin`);
  const size = 2 * megabyte;

  test('the page is reloaded: all resume without being chosen again', async () => {
    const { page, person, browser } = await openRoot();
    browser.expectUnreachable();
    const setSpeed = await beginMany(page, person, names, size);
    expect((await storedFiles(person)).length).toBeLessThan(names.length);
    await page.reload();
    await setSpeed();
    await allAreStored(person, names, size);
    await nothingIsSaved(page);
    await page.reload();
    await page.getByRole('link', { name: names[0] ?? '' }).waitFor();
    // An upload that the page before had begun without learning its address is still reported, as another device's.
    const own = page.getByRole('region', { name: 'Uploads and messages' });
    expect(await own.getByRole('progressbar').count()).toBe(0);
  });

  test('the browser is killed: all resume without being chosen again', async () => {
    const server = await sharedServer();
    const person = await signUp(server);
    const browser = await killableBrowser(person);
    const page = await browser.newPage(`${server.baseUrl}/task`);
    await page.getByLabel('New File').waitFor();
    await beginMany(page, person, names, size);
    await browser.killAndStart();
    expect((await storedFiles(person)).length).toBeLessThan(names.length);
    await browser.newPage(`${server.baseUrl}/task`);
    await allAreStored(person, names, size);
  });
});

describe('a file too large to be copied', () => {
  test('resumes by itself where the browser gave its handle', async () => {
    const { page, person, browser } = await openRoot();
    browser.expectUnreachable();
    // A file of the browser's own file system stands for a chosen one: the dialog itself cannot be used by a test.
    await page.evaluate(async (length) => {
      const root = await navigator.storage.getDirectory();
      const handle = await root.getFileHandle('large.bin', { create: true });
      const file = await handle.createWritable();
      await file.write(new Uint8Array(length).fill(7));
      await file.close();
      Object.assign(window, { showOpenFilePicker: () => Promise.resolve([handle]) });
    }, largeBytes);
    const setSpeed = await slowUploads(page, 4 * megabyte);
    await page.getByLabel('New File').and(page.locator(':enabled')).dispatchEvent('click');
    await bytesArrived(page, setSpeed);
    await page.reload();
    await setSpeed();
    await allAreStored(person, ['large.bin'], largeBytes, () => new Uint8Array(largeBytes).fill(7));
  });

  test('waits, beside another tab too, and resumes from its last byte when it is chosen again', async () => {
    const { page, person, browser } = await openRoot();
    browser.expectUnreachable();
    const other = await browser.newPage();
    const path = await loseLarge(page, async () => {
      await other.goto('/task');
      await other.getByText('Uploading from another device').waitFor();
    });
    await page.getByText('Choose the same files again').waitFor();
    await page.getByRole('button', { name: 'Choose again' }).waitFor();
    const sent: number[] = [];
    page.on('request', (request) => {
      const offset = request.headers()['upload-offset'];
      if (request.method() === 'PATCH' && offset !== undefined) sent.push(Number(offset));
    });
    await page.getByLabel('Choose the files again').setInputFiles(path);
    await allAreStored(person, ['large.bin'], largeBytes);
    expect(sent[0]).toBeGreaterThan(0);
  });

  test('that nobody needs any more is discarded', async () => {
    const { page, browser } = await openRoot();
    browser.expectUnreachable();
    await loseLarge(page);
    const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await page.getByRole('button', { name: 'Discard' }).click();
    expect((await deleted).status()).toBe(204);
    await page.getByText('Choose the same files again').waitFor({ state: 'detached' });
    await nothingIsSaved(page);
    await page.reload();
    await page.getByRole('link', { name: 'Root' }).first().waitFor();
    expect(await page.getByRole('button', { name: 'Discard' }).count()).toBe(0);
  });
});

test('what is canceled before the browser has saved it is not saved afterwards', async () => {
  const { page, browser } = await openRoot();
  // The server never heard of them.
  browser.expectError(/404/);
  const sent = await holdRequests(page, '**/api/files/batch');
  const release = await holdSavedUploads(page);
  await choose(page, ['one.txt', 'two.txt', ...Array.from({ length: 18 }, (_, i) => `${i}.txt`)], 100);
  await sent.arrived;
  await page.getByRole('button', { name: 'Cancel all' }).click();
  await page.getByRole('button', { name: 'Cancel all' }).waitFor({ state: 'detached' });
  await release();
  await expect.poll(() => savedUploads(page)).toEqual([]);
  sent.release();
});

test('what was stored before the browser forgot it is not stored again, though it has another name by now', async () => {
  const { page, person, browser } = await openRoot();
  // The id of the upload is taken.
  browser.expectError(/409/);
  const sent = await holdRequests(page, '**/api/uploads');
  await choose(page, ['note.txt'], 100);
  await expect.poll(async () => (await savedUploads(page)).map(({ copied }) => copied)).toEqual([true]);
  const saveAgain = await keepSavedUploads(page);
  sent.release();
  await page.getByRole('link', { name: 'note.txt' }).waitFor();
  await nothingIsSaved(page);
  const [note] = await storedFiles(person);
  await person.api.entries.update({ id: note?.id ?? '', name: 'kept.txt' });
  await saveAgain();
  await page.reload();
  await nothingIsSaved(page);
  expect((await storedFiles(person)).map(({ name, version }) => [name, version])).toEqual([['kept.txt', 1]]);
});

test('what an earlier version of the page saved, with the bytes in its row, is resumed', async () => {
  const server = await sharedServer();
  const person = await signUp(server);
  const browser = await newPerson(server, { as: person });
  const page = await browser.newPage('/healthz');
  const content = bytes(megabyte, 'film.bin');
  await page.evaluate(
    ([uid, values]) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('keepsake', 2);
        opening.onupgradeneeded = () => {
          const listings = opening.result.createObjectStore('listings', { keyPath: ['uid', 'folderId'] });
          listings.createIndex('by-revision', ['uid', 'revision']);
          const uploads = opening.result.createObjectStore('uploads', { keyPath: 'key' });
          uploads.createIndex('by-person', 'uid');
          const size = values.length;
          const row = { key: 'closed/1', uid, tab: 'closed', name: 'film.bin', folderId: null, contentType: '', size };
          uploads.put({ ...row, lastModified: 0, bytes: new Blob([new Uint8Array(values)]), url: undefined });
        };
        opening.onsuccess = () => {
          opening.result.close();
          resolve();
        };
      }),
    [person.uid, [...content]] as const,
  );
  await page.goto('/task');
  await allAreStored(person, ['film.bin'], megabyte);
  await nothingIsSaved(page);
});

describe('several tabs', () => {
  test('another tab leaves alone what one sends, and takes over when that is closed', async () => {
    const { page, person, browser } = await openRoot();
    browser.expectUnreachable();
    const setSpeed = await slowUploads(page, megabyte);
    await choose(page, ['film.bin'], 20 * megabyte);
    await bytesArrived(page, setSpeed);
    await waitFor(async () => (await savedUploads(page)).every(({ copied }) => copied), { what: 'its copy' });
    const other = await browser.newPage('/task');
    await other.getByText('Uploading from another device').waitFor();
    expect(await other.getByRole('button', { name: 'Pause film.bin' }).count()).toBe(0);
    const speedUp = await slowUploads(other, hardlyAny);
    await page.close({ runBeforeUnload: false });
    await other.getByRole('button', { name: 'Pause film.bin' }).waitFor();
    await speedUp();
    await allAreStored(person, ['film.bin'], 20 * megabyte);
  });

  test('logging out deletes the saved uploads', async () => {
    const { page, person, browser } = await openRoot();
    browser.expectUnreachable();
    browser.expectError(/401/);
    const setSpeed = await slowUploads(page, megabyte);
    await choose(page, ['film.bin'], 20 * megabyte);
    await bytesArrived(page, setSpeed);
    const other = await browser.newPage('/dashboard');
    await other.getByRole('button', { name: 'Log Out' }).click();
    await page.waitForURL('**/login');
    await nothingIsSaved(page);
    expect(await person.account.current()).toBeNull();
  });
});

async function openRoot() {
  const server = await sharedServer();
  const person = await signUp(server);
  const browser = await newPerson(server, { as: person });
  const page = await browser.newPage('/task');
  await page.getByRole('button', { name: 'New Folder' }).waitFor();
  return { page, person, browser };
}

/** Begins to send a large file of the disk and loads the page again. Returns where the file is. */
async function loseLarge(page: Page, beforeReload = async () => {}): Promise<string> {
  const path = await fileOnDisk('large.bin', bytes(largeBytes, 'large.bin'));
  const setSpeed = await slowUploads(page, 4 * megabyte);
  await page.getByLabel('New File').setInputFiles(path);
  await bytesArrived(page, setSpeed);
  await beforeReload();
  await page.reload();
  await setSpeed();
  return path;
}

async function choose(page: Page, names: readonly string[], size: number): Promise<void> {
  const input = page.getByLabel('New File').and(page.locator(':enabled'));
  await input.setInputFiles(await Promise.all(names.map((name) => fileOnDisk(name, bytes(size, name)))));
}

/** Waits until the server has stored some of the only upload, and the browser has saved where. */
async function bytesArrived(page: Page, setSpeed: (bytesPerSecond: number) => Promise<void>): Promise<void> {
  const bar = page.getByRole('progressbar').first();
  await waitFor(async () => Number(await bar.getAttribute('aria-valuenow')) >= 5, {
    what: 'some of it',
  });
  await setSpeed(hardlyAny);
  await waitFor(async () => (await savedUploads(page)).some(({ url }) => url !== undefined), {
    what: 'its address to be saved',
  });
}

async function storedFiles(person: Person) {
  return (await person.api.folders.children({ id: 'root', limit: 1000 })).files;
}

/** Chooses files and, once the browser has saved all of them, waits until two have arrived. Returns what sets the speed. */
async function beginMany(page: Page, person: Person, names: readonly string[], size: number) {
  const setSpeed = await slowUploads(page, hardlyAny);
  await choose(page, names, size);
  const copied = async () => (await savedUploads(page)).filter((saved) => saved.copied);
  await waitFor(async () => (await copied()).length === names.length, { what: 'all to be saved' });
  await setSpeed(4 * megabyte);
  await waitFor(async () => (await storedFiles(person)).length >= 2, { what: 'the first two' });
  await setSpeed(hardlyAny);
  return setSpeed;
}

/** Waits for all files and checks that each is there once, with the bytes that were chosen. */
async function allAreStored(
  person: Person,
  names: readonly string[],
  size: number,
  contentOf = (name: string) => bytes(size, name),
): Promise<void> {
  await waitFor(async () => (await storedFiles(person)).length === names.length, {
    what: 'all files',
  });
  for (const { name, url, version, size: stored } of await storedFiles(person)) {
    expect({ name, version, stored }).toEqual({ name, version: 1, stored: size });
    const content = await (await person.fetch(url)).arrayBuffer();
    expect(sha256(content)).toBe(sha256(contentOf(name)));
  }
}

async function nothingIsSaved(page: Page): Promise<void> {
  await waitFor(async () => (await savedUploads(page)).length === 0, { what: 'no saved uploads' });
}
