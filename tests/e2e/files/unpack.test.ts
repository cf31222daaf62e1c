/** A zip is unpacked from its menu: how far it is, where it went, what was left out, and how it is taken back. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { drop } from '#tests/support/browser/drop.ts';
import { fileOnDisk } from '#tests/support/browser/file-on-disk.ts';
import { fillIn } from '#tests/support/browser/fill-in.ts';
import { findBarriers } from '#tests/support/browser/find-barriers.ts';
import { holdRequests } from '#tests/support/browser/hold-requests.ts';
import { signedIn } from '#tests/support/browser/signed-in.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { type MadeMember, makeZip } from '#tests/support/fixtures/files/make-zip.ts';

const text = Buffer.from('a text');

test('of its menu: the folder is marked, what was left out is said, and it can be undone', async () => {
  const { newPage, person } = await signedIn();
  const body = makeZip([
    { name: 'a.txt', bytes: text },
    { name: 'inner/b.txt', bytes: text },
    { name: 'locked.txt', bytes: text, flags: 1 },
  ]);
  await uploadFile(person, { name: 'Summer.zip', body });
  await uploadFile(person, { name: 'other.txt', body: text });
  const page = await newPage('/task');
  await openMenu(page, 'other.txt');
  expect(await page.getByRole('menuitem', { name: 'Unpack here' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await unpack(page, 'Summer.zip');
  const toasts = page.getByRole('region', { name: 'Uploads and messages' });
  const folder = page.getByRole('link', { name: 'Summer', exact: true });
  await page.locator('.tile:has([data-result])').filter({ has: folder }).waitFor();
  // What has the focus stays.
  await toasts.getByRole('button', { name: 'Undo' }).focus();
  await toasts.getByText('Unpacked', { exact: true }).waitFor();
  await toasts.getByText('This was left out: locked.txt is protected by a password.').waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await toasts.getByRole('button', { name: 'Undo' }).click();
  await folder.waitFor({ state: 'detached' });
});

test('in the viewer it is the first thing that can be done with a zip', async () => {
  const { newPage, person } = await signedIn();
  const { id } = await uploadFile(person, { name: 'Autumn.zip', body: makeZip([{ name: 'leaf.txt', bytes: text }]) });
  const page = await newPage(`/task?view=${id}`);
  const buttons = page.locator('.said__buttons').getByRole('button');
  await buttons.first().waitFor();
  expect(await buttons.allInnerTexts()).toEqual(['Unpack here', 'Download']);
  await buttons.first().click();
  await page.getByRole('region', { name: 'Uploads and messages' }).getByText('Unpacked', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Autumn', exact: true }).waitFor();
});

test('zips that are dropped where the page offers to unpack them are uploaded, then unpacked', async () => {
  const { newPage } = await signedIn();
  const page = await newPage('/task');
  await page.getByText('This folder is empty').waitFor();
  const zip = await fileOnDisk('Winter.zip', makeZip([{ name: 'snow.txt', bytes: text }]));
  await drop(page, [zip], page.getByRole('heading', { name: 'Root' }), 'dragOver');
  await drop(page, [zip], page.getByText('Drop here to unpack it'));
  await page.getByRole('link', { name: 'Winter', exact: true }).click();
  await page.getByRole('link', { name: 'snow.txt' }).waitFor();
});

test('a zip whose upload the end of the session stopped is unpacked after the next log-in', async () => {
  const { newPage, person, expectError } = await signedIn();
  // The page asks how far the upload came, which the server never heard of.
  expectError(/401|404 .*\/api\/uploads\//);
  const page = await newPage('/task');
  await page.getByText('This folder is empty').waitFor();
  const held = await holdRequests(page, '**/api/uploads');
  const zip = await fileOnDisk('Winter.zip', makeZip([{ name: 'snow.txt', bytes: text }]));
  await drop(page, [zip], page.getByRole('heading', { name: 'Root' }), 'dragOver');
  await drop(page, [zip], page.getByText('Drop here to unpack it'));
  await held.arrived;
  await person.account.logOut();
  await page.getByText('1 upload is paused. Log in to continue.').waitFor();
  held.release();
  await fillIn(page, { Email: person.email, Password: person.password });
  await page.getByRole('button', { name: 'login now' }).click();
  await page.getByRole('link', { name: 'Winter', exact: true }).waitFor();
});

test('what is no zip is said to be none', async () => {
  const { newPage, person, expectError } = await signedIn();
  await uploadFile(person, { name: 'torn.zip', body: bytes(5000) });
  const page = await newPage('/task');
  expectError(/422/);
  await unpack(page, 'torn.zip');
  await page.getByRole('alert').getByText('Not unpacked. This file is no zip that can be read').waitFor();
});

test('a long one tells how far it is, also after a reload and elsewhere, and is stopped', async () => {
  const { newPage, person } = await signedIn();
  const many = Array.from(
    { length: 60_000 },
    (_, at): MadeMember => ({ name: `${at % 50}/${at}.txt`, bytes: text, isStored: true }),
  );
  await uploadFile(person, { name: 'many.zip', body: makeZip(many) });
  const page = await newPage('/task');
  const other = await newPage('/recent');
  await unpack(page, 'many.zip');
  const bar = page.getByRole('progressbar', { name: 'Unpacking many.zip' });
  await bar.waitFor();
  await page.reload();
  await page.getByText(/^Unpacking [\d,]+ of 60,000$/).waitFor();
  await other.reload();
  await other.getByRole('progressbar', { name: 'Unpacking many.zip' }).waitFor();
  const told = [
    page.getByRole('button', { name: 'Undo' }).focus(),
    other.getByRole('link', { name: 'Show', exact: true }).focus(),
  ];
  await page.getByRole('button', { name: 'Stop unpacking many.zip' }).click();
  await Promise.all(told);
  await bar.waitFor({ state: 'detached' });
  await page.getByText(/^Unpacked [\d,]+ of 60,000$/).waitFor();
  await other.getByText(/^Unpacked [\d,]+ of 60,000$/).waitFor();
  await other.getByRole('link', { name: 'Show', exact: true }).click();
  await other.getByRole('link', { name: 'many', exact: true }).waitFor();
});

async function unpack(page: Page, name: string): Promise<void> {
  await openMenu(page, name);
  await page.getByRole('menuitem', { name: 'Unpack here' }).click();
}

async function openMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name }).click({ button: 'right' });
}
