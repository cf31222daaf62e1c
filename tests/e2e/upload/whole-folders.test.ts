/** Whole folders and files, by the button, by drop onto the page, a tile or a breadcrumb, and from the clipboard. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { newPerson } from '#tests/support/browser/browser.ts';
import { drop } from '#tests/support/browser/drop.ts';
import { fillIn } from '#tests/support/browser/fill-in.ts';
import { holdRequests } from '#tests/support/browser/hold-requests.ts';
import { savedUploads } from '#tests/support/browser/saved-uploads.ts';
import { logIn, type Person, signUp } from '#tests/support/client/build-account.ts';
import { atEndOfFile } from '#tests/support/fixtures/file-end.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { sharedServer } from '#tests/support/server/shared-server.ts';

describe('whole folders', () => {
  test('by the button: the tree is uploaded, and folders that exist are reused', async () => {
    const { page, person, browser } = await openRoot();
    browser.expectError(/409/);
    const album = await onDisk('Album', ['cover.txt', 'Summer/lake.txt', 'Summer/Night/tent.txt']);
    const existing = await person.api.folders.create({ name: 'Album', parentId: null });
    await page.getByLabel('Upload a folder').setInputFiles(album);
    await page.getByRole('checkbox', { name: 'Select Album' }).and(page.locator('[data-result]')).waitFor();
    await waitFor(async () => (await tree(person)).length === 6, { what: 'six entries' });
    expect(await tree(person)).toEqual([
      'Album/',
      'Album/Summer/',
      'Album/Summer/Night/',
      'Album/Summer/Night/tent.txt',
      'Album/Summer/lake.txt',
      'Album/cover.txt',
    ]);
    expect((await person.api.folders.children({ id: 'root' })).folders.map(({ id }) => id)).toEqual([existing.id]);
  });

  test('are marked when they are uploaded, whatever was done meanwhile', async () => {
    const { page, person } = await openRoot();
    const marked = () => page.locator('[data-result]').evaluateAll((all) => all.map((one) => one.ariaLabel));
    const held = await holdRequests(page, '**/api/{files/batch,uploads}');
    const album = await onDisk('Album', ['cover.txt', 'Summer/lake.txt']);
    await page.getByLabel('Upload a folder').setInputFiles(album);
    await expect.poll(marked).toEqual(['Select Album']);
    await page.keyboard.press('Shift');
    await expect.poll(marked).toEqual([]);
    held.release();
    await expect.poll(marked).toEqual(['Select Album']);
    expect(await tree(person)).toHaveLength(4);
  });

  test('logged out in the middle: the browser warns before it is left, and the rest comes after the next log-in', async () => {
    const { page, person, browser } = await openRoot();
    browser.expectError(/401/);
    const held = await holdRequests(page, '**/api/folders');
    await page.getByRole('heading', { name: 'Root' }).click();
    await page.getByLabel('Upload a folder').setInputFiles(await onDisk('Album', ['cover.txt', 'Summer/lake.txt']));
    await held.arrived;
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    await (await asked).dismiss();
    await person.account.logOut();
    await page.waitForURL('**/login');
    await page.getByText('2 uploads are paused. Log in to continue.').waitFor();
    held.release();
    await fillIn(page, { Email: person.email, Password: person.password });
    await page.getByRole('button', { name: 'login now' }).click();
    await page.getByRole('link', { name: 'Album' }).waitFor();
    const again = await logIn(await sharedServer(), person);
    await expect
      .poll(() => tree(again))
      .toEqual(['Album/', 'Album/Summer/', 'Album/Summer/lake.txt', 'Album/cover.txt']);
  });

  test('by the button, where the browser tells all of a folder: also empty folders', async () => {
    const { page, person } = await openRoot();
    // A folder of the browser's own file system stands for a chosen one: the dialog itself cannot be used by a test.
    await page.evaluate(async () => {
      const root = await navigator.storage.getDirectory();
      const box = await root.getDirectoryHandle('Box', { create: true });
      await (await box.getDirectoryHandle('Empty', { create: true })).getDirectoryHandle('Emptier', { create: true });
      const full = await box.getDirectoryHandle('Full', { create: true });
      const file = await (await full.getFileHandle('two.txt', { create: true })).createWritable();
      await file.write('two');
      await file.close();
      Object.assign(window, { showDirectoryPicker: () => Promise.resolve(box) });
    });
    await page.getByLabel('Upload a folder').dispatchEvent('click');
    await waitFor(async () => (await tree(person)).length === 5, { what: 'five entries' });
    expect(await tree(person)).toEqual(['Box/', 'Box/Empty/', 'Box/Empty/Emptier/', 'Box/Full/', 'Box/Full/two.txt']);
  });

  test('by the button: a folder that cannot be read says so', async () => {
    const { page } = await openRoot();
    await page.evaluate(async () => {
      const root = await navigator.storage.getDirectory();
      const box = await root.getDirectoryHandle('Gone', { create: true });
      await root.removeEntry('Gone');
      Object.assign(window, { showDirectoryPicker: () => Promise.resolve(box) });
    });
    await page.getByLabel('Upload a folder').dispatchEvent('click');
    await page.getByRole('alert').filter({ hasText: 'Gone' }).getByText('The browser could not read this.').waitFor();
  });

  test('by drop: also empty folders, with loose files beside them', async () => {
    const { page, person } = await openRoot();
    const box = await onDisk('Box', ['one.txt', 'Full/two.txt'], ['Empty/Emptier']);
    const loose = join(await onDisk('Loose', ['three.txt']), 'three.txt');
    await drop(page, [box, loose], page.getByRole('heading', { name: 'Root' }));
    await waitFor(async () => (await tree(person)).length === 7, { what: 'seven entries' });
    expect(await tree(person)).toEqual([
      'Box/',
      'Box/Empty/',
      'Box/Empty/Emptier/',
      'Box/Full/',
      'Box/Full/two.txt',
      'Box/one.txt',
      'three.txt',
    ]);
  });

  test('Cancel all stops also the folder that is being uploaded', async () => {
    const { page, person, browser } = await openRoot();
    // No upload had reached the server.
    browser.expectError(/404/);
    const names = Array.from({ length: 6 }, (_, i) => `${i}.txt`);
    const loose = await onDisk('Loose', names);
    const paths = [await onDisk('Box', ['one.txt']), ...names.map((name) => join(loose, name))];
    const files = await holdRequests(page, '**/api/{files/batch,uploads}');
    const folders = await holdRequests(page, '**/api/folders');
    await drop(page, paths, page.getByRole('heading', { name: 'Root' }));
    await folders.arrived;
    await page.getByRole('button', { name: 'Cancel all' }).click();
    await page.getByRole('progressbar').first().waitFor({ state: 'detached' });
    for (const held of [folders, files]) held.release();
    await page.getByLabel('Upload a folder').setInputFiles(await onDisk('Later', ['two.txt']));
    await page.getByRole('link', { name: 'Later' }).waitFor();
    await expect.poll(() => tree(person)).toEqual(['Later/', 'Later/two.txt']);
  });

  test('a folder whose name a file has is refused with the reason', async () => {
    const { page, person, browser } = await openRoot();
    browser.expectError(/409/);
    const box = await onDisk('Box', ['one.txt', 'Name/two.txt']);
    await drop(page, [box], page.getByRole('heading', { name: 'Root' }));
    await waitFor(async () => (await tree(person)).length === 4, { what: 'the first drop' });
    const other = await onDisk('Box', ['one.txt/inside.txt']);
    await drop(page, [other], page.getByRole('heading', { name: 'Root' }));
    await page.getByRole('alert').getByText('This name is already taken here.').waitFor();
    expect(await tree(person)).toHaveLength(4);
  });
});

describe('where dropped and pasted files go', () => {
  test('onto a folder tile, which shows it, and onto a breadcrumb', async () => {
    const { page, person } = await openRoot();
    const family = await person.api.folders.create({ name: 'Family', parentId: null });
    const file = join(await onDisk('Loose', ['letter.txt']), 'letter.txt');
    const tile = page.getByRole('link', { name: 'Family' });
    await tile.waitFor();
    await drop(page, [file], tile, 'dragOver');
    await page.getByText('Drop to upload it to “Family”').waitFor();
    expect(await tile.getAttribute('data-drop-over')).not.toBeNull();
    await drop(page, [file], tile);
    await page.getByText('Drop to upload').waitFor({ state: 'detached' });
    await waitFor(async () => (await tree(person)).includes('Family/letter.txt'), { what: 'the letter in Family' });
    // What this page had not heard of would be resumed by the next one, which then scrolls to it.
    await expect.poll(() => savedUploads(page)).toEqual([]);

    await page.goto(`/folder/${family.id}`);
    await page.getByRole('link', { name: 'letter.txt' }).waitFor();
    const root = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Root' });
    await drop(page, [file], root);
    await waitFor(async () => (await tree(person)).includes('letter.txt'), { what: 'the letter in Root' });
    expect(await tree(person)).toEqual(['Family/', 'Family/letter.txt', 'letter.txt']);
  });

  test('pasted files are uploaded; a picture without a name gets one, and text in a field stays text', async () => {
    const { page, person } = await openRoot();
    await paste(page, 'body', ['note.txt', 'image.png']);
    await waitFor(async () => (await tree(person)).length === 2, { what: 'both files' });
    const [picture, note] = await tree(person);
    expect([picture, note]).toEqual([
      expect.stringMatching(/^Pasted \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.png$/),
      'note.txt',
    ]);
    await page.getByRole('button', { name: 'New Folder' }).click();
    await paste(page, 'input[aria-label="Folder name"]', ['other.txt']);
    await page.keyboard.press('Escape');
    expect(await tree(person)).toHaveLength(2);
  });
});

async function openRoot() {
  const server = await sharedServer();
  const person = await signUp(server);
  const browser = await newPerson(server, { as: person });
  const page = await browser.newPage('/task');
  await page.getByLabel('New File').and(page.locator(':enabled')).waitFor({ state: 'attached' });
  return { person, browser, page };
}

/** A folder on the disk with files, each of which holds its own name, and with empty folders. */
async function onDisk(name: string, files: string[], folders: string[] = []): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'keepsake-tree-'));
  atEndOfFile(() => rm(parent, { recursive: true, force: true }));
  for (const file of files) {
    const path = join(parent, name, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, file);
  }
  for (const folder of folders) await mkdir(join(parent, name, folder), { recursive: true });
  return join(parent, name);
}

/** Everything a user has stored, as paths. */
async function tree(person: Person, id = 'root', path = ''): Promise<string[]> {
  const { folders, files } = await person.api.folders.children({ id, limit: 1000 });
  const below = await Promise.all(folders.map((folder) => tree(person, folder.id, `${path}${folder.name}/`)));
  const here = [...folders.map(({ name }) => `${path}${name}/`), ...files.map(({ name }) => path + name)];
  return [...here, ...below.flat()].toSorted((one, other) => (one < other ? -1 : 1));
}

async function paste(page: Page, selector: string, names: string[]): Promise<void> {
  await page.locator(selector).evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    for (const name of pasted) clipboardData.items.add(new File([name], name));
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, names);
}
