/** What can be done with folders and files from everywhere: in Starred, in Recent and with what was found. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findBarriers } from '#tests/support/browser/find-barriers.ts';
import { holdRequests } from '#tests/support/browser/hold-requests.ts';
import { signedIn } from '#tests/support/browser/signed-in.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';

const phone = { viewport: { width: 360, height: 760 }, hasTouch: true, isMobile: true };
const views = [
  ['Starred', '/starred'],
  ['Recent', '/recent'],
  ['what was found', '/find?q=.txt'],
] as const;

describe.each(views)('%s', (_, path) => {
  test('has the commands of a folder by their keys, each undone by Ctrl Z', async () => {
    const { page, person, letters, one } = await openView(path);
    await page.getByRole('link', { name: 'one.txt' }).focus();
    await page.keyboard.press('F2');
    // The other one of that name is in another folder.
    await page.getByRole('dialog', { name: 'Rename' }).getByLabel('Name').fill('two.txt');
    await page.keyboard.press('Enter');
    await expect.poll(() => namesOf(page)).toEqual(['two.txt', 'two.txt']);
    await page.keyboard.press('Control+z');
    await expect.poll(() => namesOf(page)).toEqual(['one.txt', 'two.txt']);

    await page.getByRole('link', { name: 'one.txt' }).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('m');
    const picker = page.getByRole('dialog', { name: 'Move one.txt to…' });
    await picker.getByRole('treeitem', { name: 'Letters' }).click();
    await picker.getByRole('button', { name: 'Move here' }).click();
    // Only what was answered is undone.
    await page.getByText('Moved to Letters').waitFor();
    await page.getByRole('link', { name: 'Root, Letters' }).nth(1).waitFor();
    expect((await person.api.entries.get({ id: one })).file?.folderId).toBe(letters);
    await page.keyboard.press('Control+z');
    await page.getByRole('link', { name: 'Root', exact: true }).waitFor();

    await page.getByRole('link', { name: 'one.txt' }).focus();
    await page.keyboard.press('Delete');
    await expect.poll(() => namesOf(page)).toEqual(['two.txt']);
    await page.keyboard.press('Control+z');
    await expect.poll(() => namesOf(page)).toEqual(['one.txt', 'two.txt']);
  });

  test('what is cut by Ctrl X is moved by Ctrl V in a folder', async () => {
    const { page, person, letters, one } = await openView(path);
    await page.bringToFront();
    await page.getByRole('link', { name: 'one.txt' }).focus();
    await page.keyboard.press('ControlOrMeta+x');
    await page.getByRole('link', { name: 'Root, Letters' }).click();
    // The view may list what is in the folder, too.
    await page.getByRole('heading', { name: 'Letters' }).waitFor();
    await page.getByRole('link', { name: 'two.txt' }).waitFor();
    await page.keyboard.press('ControlOrMeta+v');
    await page.getByText('Moved to Letters').waitFor();
    await page.getByRole('link', { name: 'one.txt' }).waitFor();
    expect((await person.api.entries.get({ id: one })).file?.folderId).toBe(letters);
  });

  test('has the menu of a folder by right click, Shift F10 and the button with three dots', async () => {
    const { page } = await openView(path);
    const menu = page.getByRole('menu', { name: 'one.txt' });
    const row = page.getByRole('listitem').filter({ hasText: 'one.txt' });
    await row.click({ button: 'right' });
    expect(await menu.getByRole('menuitem').allInnerTexts()).toEqual([
      'Open in new tab\nEnter',
      'View',
      'Download',
      'Rename\nF2',
      'Move to…',
      'Copy to…',
      'Make a copy',
      path === '/starred' ? 'Remove star' : 'Star',
      'Details',
      'Move to Trash\nDel',
    ]);
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'one.txt' }).focus();
    await page.keyboard.press('Shift+F10');
    await menu.waitFor();
    await page.keyboard.press('Escape');
    await row.hover();
    await row.getByRole('button', { name: 'More actions for one.txt' }).click();
    await menu.getByRole('menuitem', { name: 'Details' }).click();
    const details = page.getByRole('dialog', { name: 'Details' });
    await details.getByText('one.txt').first().waitFor();
    expect(await details.locator('dl').innerText()).toContain('Folder\nRoot');
  });

  test('selects by click, range and Ctrl A; the bar is for all that is selected', async () => {
    const { page, person } = await openView(path);
    const bar = page.getByRole('toolbar', { name: 'Selection' });
    await page.getByRole('link', { name: 'one.txt' }).click({ modifiers: ['ControlOrMeta'] });
    await bar.getByText('1 selected', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'two.txt' }).click({ modifiers: ['Shift'] });
    await bar.getByText('2 selected', { exact: true }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await bar.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'one.txt' }).focus();
    await page.keyboard.press('x');
    await page.keyboard.press('ControlOrMeta+a');
    await bar.getByRole('button', { name: 'Move to Trash' }).click();
    await expect.poll(() => namesOf(page)).toEqual([]);
    // Only what was answered is undone.
    await page.getByText('Moved to Trash', { exact: true }).waitFor();
    expect((await person.api.trash.list({})).items).toHaveLength(2);
    await page.keyboard.press('Control+z');
    await expect.poll(() => namesOf(page)).toEqual(['one.txt', 'two.txt']);
  });
});

test('shows a name, a star and what goes to Trash before the server answers, and how it was when it refuses', async () => {
  const { page, person, one, expectError } = await openView('/find?q=.txt');
  const renaming = await holdRequests(page, `**/api/entries/${one}`);
  const starring = await holdRequests(page, '**/api/batch');
  await page.getByRole('link', { name: 'one.txt' }).focus();
  await page.keyboard.press('F2');
  await page.getByRole('dialog', { name: 'Rename' }).getByLabel('Name').fill('three.txt');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Star two.txt' }).click();
  await renaming.arrived;
  await starring.arrived;
  await expect.poll(() => namesOf(page)).toEqual(['three.txt', 'two.txt']);
  await page.getByRole('button', { name: 'Star two.txt', pressed: true }).waitFor();
  renaming.release();
  starring.release();
  await expect.poll(async () => (await person.api.entries.get({ id: one })).file?.name).toBe('three.txt');

  await page.unrouteAll();
  expectError(/ERR_FAILED/);
  const refused = Promise.withResolvers<void>();
  await page.route(`**/api/entries/${one}`, async (route) => {
    await refused.promise;
    await route.abort();
  });
  await page.getByRole('link', { name: 'three.txt' }).focus();
  await page.keyboard.press('Delete');
  await expect.poll(() => namesOf(page)).toEqual(['two.txt']);
  refused.resolve();
  await expect.poll(() => namesOf(page)).toEqual(['three.txt', 'two.txt']);
});

test('what lies in a folder that is selected too goes to Trash with it, and comes back', async () => {
  const { page, person, letters } = await openView('/starred');
  await person.api.entries.update({ id: letters, starred: true });
  await expect.poll(() => namesOf(page)).toEqual(['Letters', 'one.txt', 'two.txt']);
  await page.getByRole('link', { name: 'one.txt' }).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await expect.poll(() => namesOf(page)).toEqual([]);
  await page.getByText('Moved to Trash', { exact: true }).waitFor();
  expect(await page.getByText('Not moved to Trash').count()).toBe(0);
  expect((await person.api.trash.list({})).items).toHaveLength(2);
  await page.keyboard.press('Control+z');
  await expect.poll(() => namesOf(page)).toEqual(['Letters', 'one.txt', 'two.txt']);
});

test('on a phone a long press selects, and the menu is a sheet', async () => {
  const { page } = await openView('/recent', phone);
  await page.getByRole('button', { name: 'More actions for two.txt' }).tap();
  await page.getByRole('menu', { name: 'two.txt' }).getByRole('menuitem', { name: 'Details' }).tap();
  await page.getByRole('dialog', { name: 'Details' }).getByText('Letters', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  const link = page.getByRole('link', { name: 'one.txt' });
  await link.dispatchEvent('pointerdown', { pointerType: 'touch', isPrimary: true, clientX: 60, clientY: 200 });
  await page.getByRole('toolbar', { name: 'Selection' }).getByText('1 selected', { exact: true }).waitFor();
  await link.dispatchEvent('pointerup', { pointerType: 'touch' });
  expect(await findBarriers(page)).toEqual([]);
});

/** One file in Root and one in Letters, both starred where that is what is shown. */
async function openView(path: string, options: Parameters<typeof signedIn>[0] = {}) {
  const { person, newPage, expectError } = await signedIn({ bypassCSP: true, ...options });
  const { id: letters } = await person.api.folders.create({ name: 'Letters', parentId: null });
  const { id: one } = await uploadFile(person, { name: 'one.txt', body: bytes(20) });
  const { id: two } = await uploadFile(person, { name: 'two.txt', body: bytes(30), folderId: letters });
  if (path === '/starred') for (const id of [one, two]) await person.api.entries.update({ id, starred: true });
  const page = await newPage(path);
  await expect.poll(() => namesOf(page)).toEqual(['one.txt', 'two.txt']);
  return { page, person, expectError, letters, one };
}

async function namesOf(page: Page): Promise<string[]> {
  return (await page.locator('.view__name').allInnerTexts()).toSorted();
}
