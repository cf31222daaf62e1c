/** The versions of a file: told, listed, compared, restored, deleted, stored beside each other, and thinned by a rule. */
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { fileOnDisk } from '#tests/support/browser/file-on-disk.ts';
import { findBarriers } from '#tests/support/browser/find-barriers.ts';
import { holdRequests } from '#tests/support/browser/hold-requests.ts';
import { signedIn } from '#tests/support/browser/signed-in.ts';
import type { Person } from '#tests/support/client/build-account.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';

test('uploading the same name says so; Keep both makes it a file of its own, and Versions opens the list', async () => {
  const { newPage, person } = await signedIn();
  await uploadText(person, 'birthday.txt', 'old');
  const page = await newPage('/task');
  await page.getByRole('link', { name: 'birthday.txt', exact: true }).waitFor();
  // What is told of this one is shown by the stream, which stands then.
  await uploadText(person, 'Birthday.txt', 'other');
  await page.getByRole('link', { name: 'Birthday.txt', exact: true }).waitFor();
  await page.getByLabel('New File').setInputFiles(await fileOnDisk('birthday.txt', Buffer.from('newer')));
  const toasts = page.getByRole('region', { name: 'Uploads and messages' });
  await toasts.getByText('birthday.txt is now version 2. Version 1 is still here.').waitFor();
  // While it is pointed at it stays.
  await toasts.getByRole('button', { name: 'Keep both' }).hover();
  expect(await findBarriers(page)).toEqual([]);
  await page.clock.install();
  await toasts.getByRole('button', { name: 'Versions' }).click();
  await versionsIn(page).getByRole('link', { name: 'Open version 1' }).waitFor();
  // And while one is in the dialog that it opened.
  await page.clock.runFor(6000);
  const details = page.getByRole('dialog', { name: 'Details' });
  await details.getByText('The name differs from Birthday.txt').waitFor();
  await details.getByText('FolderRoot').waitFor();
  await page.keyboard.press('Escape');
  await toasts.getByRole('button', { name: 'Keep both' }).click();
  await page.getByRole('link', { name: 'birthday (new).txt' }).waitFor();
  await page
    .locator('[data-result]')
    .and(page.getByRole('checkbox', { name: 'Select birthday (new).txt' }))
    .waitFor();
  await toasts.getByText('Both versions are files now').hover();
  expect(await textsOf(person)).toEqual({
    'birthday.txt': 'old',
    'Birthday.txt': 'other',
    'birthday (new).txt': 'newer',
  });
  await toasts.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => textsOf(person)).toEqual({ 'birthday.txt': 'newer', 'Birthday.txt': 'other' });
});

test('many are announced together: Ctrl Z brings the earlier ones back, Keep both keeps all', async () => {
  const { newPage, person } = await signedIn();
  const names = ['a.txt', 'b.txt', 'c.txt'];
  for (const name of names) await uploadText(person, name, `old ${name}`);
  const page = await newPage('/task');
  await page.getByRole('link', { name: 'c.txt' }).waitFor();
  const files = await Promise.all(names.map((name) => fileOnDisk(name, Buffer.from(`new ${name}`))));
  await page.getByLabel('New File').setInputFiles(files);
  await page.getByText('3 files have new versions now. The earlier ones are still here.').waitFor();
  await page.keyboard.press('Control+z');
  await expect.poll(() => textsOf(person)).toEqual(Object.fromEntries(names.map((name) => [name, `old ${name}`])));
  await page.getByLabel('New File').setInputFiles(files);
  await page.getByText('3 files have new versions now.').waitFor();
  await page.getByRole('button', { name: 'Keep both' }).click();
  for (const name of ['a (new).txt', 'b (new).txt', 'c (new).txt'])
    await page.getByRole('link', { name, exact: true }).waitFor();
  expect(Object.keys(await textsOf(person))).toHaveLength(6);
});

test('an earlier version is compared, restored by keyboard, and deleted after a question', async () => {
  const { newPage, person } = await signedIn();
  for (const text of ['plums\napples\n', 'plums\npears\n']) await uploadText(person, 'list.txt', text);
  const page = await newPage('/task');
  await openDetails(page, 'list.txt');
  const linesOf = (role: 'deletion' | 'insertion') =>
    compared
      .getByRole(role)
      .evaluate((line) => ({ text: line.textContent, sign: getComputedStyle(line, '::before').content }));
  const versions = versionsIn(page);
  await versions.getByRole('button', { name: 'Compare version 1' }).click();
  const compared = page.getByRole('dialog', { name: 'Version 1 and the current one' });
  await compared.getByText('apples').waitFor();
  expect(await linesOf('deletion')).toEqual({ text: 'apples\n', sign: '"−" / "removed: "' });
  expect(await linesOf('insertion')).toEqual({ text: 'pears\n', sign: '"+" / "added: "' });
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await compared.waitFor({ state: 'detached' });
  await versions.getByRole('button', { name: 'Compare version 1' }).and(page.locator(':focus')).waitFor();

  await versions.getByRole('button', { name: 'Restore version 1' }).focus();
  await page.keyboard.press('Enter');
  await versions.getByText('Version 1 was restored as version 3.').waitFor();
  await versions.getByRole('link', { name: 'Open version 3' }).waitFor();
  expect(await textsOf(person)).toEqual({ 'list.txt': 'plums\napples\n' });
  await page.getByRole('dialog', { name: 'Details' }).locator('dd', { hasText: /^3$/ }).waitFor();

  await versions.getByRole('button', { name: 'Delete version 2' }).click();
  const question = page.getByRole('dialog', { name: 'Delete version 2?' });
  await question.getByText('will be deleted forever').waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Details' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Control+z');
  await expect.poll(() => textsOf(person)).toEqual({ 'list.txt': 'plums\npears\n' });
  await openDetails(page, 'list.txt');
  // Undoing a restore makes the next version, which moves the others down.
  await versions.getByRole('link', { name: 'Open version 4' }).waitFor();
  await versions.getByRole('button', { name: 'Delete version 2' }).click();
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await versions.getByRole('link', { name: 'Open version 2' }).waitFor({ state: 'detached' });
  await versions.getByText('Version 2 was deleted.').waitFor();
  // The current one cannot be deleted.
  expect(await versions.getByRole('button', { name: 'Delete version 4' }).count()).toBe(0);
});

test('Ctrl Z while a version is being restored undoes that once it is', async () => {
  const { newPage, person } = await signedIn();
  for (const text of ['first', 'second']) await uploadText(person, 'list.txt', text);
  const page = await newPage('/task');
  await openDetails(page, 'list.txt');
  const request = await holdRequests(page, '**/versions/*/restore');
  await versionsIn(page).getByRole('button', { name: 'Restore version 1' }).click();
  await request.arrived;
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Details' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Control+z');
  request.release();
  await openDetails(page, 'list.txt');
  await versionsIn(page).getByRole('link', { name: 'Open version 4' }).waitFor();
  expect(await textsOf(person)).toEqual({ 'list.txt': 'second' });
});

test('two pictures are compared on a phone, and texts of other encodings; a long one says why it is not', async () => {
  const { newPage, person } = await signedIn({ viewport: { width: 360, height: 740 } });
  for (const background of ['red', 'blue']) {
    const picture = sharp({ create: { width: 90, height: 60, channels: 3, background } });
    await uploadFile(person, { name: 'lake.png', body: await picture.png().toBuffer(), contentType: 'image/png' });
  }
  await uploadFile(person, { name: 'old.txt', body: Buffer.from('pêches', 'latin1'), contentType: 'text/plain' });
  await uploadText(person, 'old.txt', 'pêches');
  await uploadText(person, 'long.txt', 'x'.repeat(600_000));
  await uploadText(person, 'long.txt', 'short');
  const page = await newPage('/task');
  await openDetails(page, 'lake.png');
  await versionsIn(page).getByRole('button', { name: 'Compare version 1' }).click();
  const compared = page.getByRole('dialog', { name: 'Version 1 and the current one' });
  for (const name of ['Version 1', 'Version 2, current']) {
    const picture = compared.getByRole('img', { name, exact: true });
    await expect.poll(() => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBe(90);
  }
  expect(await findBarriers(page)).toEqual([]);
  await compared.getByRole('button', { name: 'Close' }).click();
  await page.keyboard.press('Escape');

  await openDetails(page, 'old.txt');
  await versionsIn(page).getByRole('button', { name: 'Compare version 1' }).click();
  await expect.poll(() => compared.getByText('pêches').count()).toBe(2);
  await compared.getByRole('button', { name: 'Close' }).click();
  await page.keyboard.press('Escape');

  await openDetails(page, 'long.txt');
  await versionsIn(page).getByRole('button', { name: 'Compare version 1' }).click();
  await compared.getByText('Texts of up to 500 kB can be compared here.').waitFor();
});

test('a name that Windows and macOS could not hold beside another one has a note', async () => {
  const { newPage, person } = await signedIn();
  for (const name of ['Photo.txt', 'photo.TXT', 'other.txt']) await uploadText(person, name, name);
  const page = await newPage('/task');
  await openDetails(page, 'Photo.txt');
  const details = page.getByRole('dialog', { name: 'Details' });
  await details.getByText('A folder of Windows or macOS cannot hold both.').waitFor();
  await details.getByText('photo.TXT', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await openDetails(page, 'other.txt');
  await details.getByRole('link', { name: 'Open version 1' }).waitFor();
  expect(await details.getByText('cannot hold both').count()).toBe(0);
});

test('which versions stay is chosen in the profile', async () => {
  const { newPage, person } = await signedIn();
  const page = await newPage('/dashboard/storage');
  const rules = page.getByRole('radiogroup', { name: 'Old versions' });
  await expect.poll(() => rules.getByRole('radio', { name: 'Keep all' }).isChecked()).toBe(true);
  await rules.getByRole('radio', { name: 'Thin out with age' }).check();
  await expect.poll(async () => (await person.api.account.versions.get()).keep).toBe('by-age');
  expect(await findBarriers(page)).toEqual([]);
  await page.reload();
  await expect.poll(() => rules.getByRole('radio', { name: 'Thin out with age' }).isChecked()).toBe(true);
});

async function uploadText(person: Person, name: string, text: string): Promise<void> {
  await uploadFile(person, { name, body: Buffer.from(text), contentType: 'text/plain' });
}

function versionsIn(page: Page) {
  return page.getByRole('dialog', { name: 'Details' }).getByRole('region', { name: 'Versions' });
}

/** The texts of all files in Root by their names. */
async function textsOf(person: Person): Promise<Record<string, string>> {
  const { files } = await person.api.folders.children({ id: 'root' });
  const texts = files.map(async ({ name, url }) => [name, await (await person.fetch(url)).text()] as const);
  return Object.fromEntries(await Promise.all(texts));
}

async function openDetails(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name, exact: true }).hover();
  await page.getByRole('button', { name: `More actions for ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Details' }).click();
}
