/** Trash: the way there, the way back and the end. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findBarriers } from '#tests/support/browser/find-barriers.ts';
import { signedIn } from '#tests/support/browser/signed-in.ts';
import type { Person } from '#tests/support/client/build-account.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';

const phone = { viewport: { width: 360, height: 760 }, hasTouch: true, isMobile: true };

describe('the Trash page', () => {
  test('is empty in words, and is reached from the header and the profile', async () => {
    const { newPage } = await signedIn();
    const page = await newPage('/dashboard');
    await page.getByRole('link', { name: 'Open Trash' }).first().click();
    await page.waitForURL('**/trash');
    await page.getByRole('heading', { name: 'Trash is empty.' }).waitFor();
    await page.getByText('What you move to Trash stays here for 30 days.').waitFor();
    expect(await page.getByRole('button', { name: 'Empty Trash' }).count()).toBe(0);
    await page.goto('/task');
    await page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Trash' }).click();
    await page.waitForURL('**/trash');
    await expect.poll(() => page.title()).toBe('Trash · Keepsake');
  });

  test('says where an item was and how long it stays; restores it; deletes it after a question', async () => {
    const { person, newPage } = await signedIn();
    const { id: folderId } = await person.api.folders.create({ name: 'Letters', parentId: null });
    await putInTrash(person, ['a.txt', 'b.txt', 'c.txt'], folderId);
    const page = await newPage('/trash');
    const row = page.getByRole('row', { name: /b\.txt/ });
    await row.getByText('From Letters').waitFor();
    expect(await row.getByRole('cell').allInnerTexts()).toEqual(expect.arrayContaining(['20 bytes', 'In 30 days']));
    await page.getByText('3 items. Each is deleted forever after 30 days.').waitFor();

    await row.getByRole('button', { name: 'Restore b.txt' }).click();
    await row.waitFor({ state: 'detached' });
    await expect.poll(() => focusedName(page)).toBe('Restore a.txt');
    await page.getByText('Restored to Letters', { exact: true }).waitFor();
    await page.keyboard.press('Control+z');
    await row.waitFor();
    await row.getByRole('button', { name: 'Restore b.txt' }).click();
    await row.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Restore a.txt' }).focus();
    await expect
      .poll(async () => (await person.api.folders.children({ id: folderId })).files.map(({ name }) => name))
      .toEqual(['b.txt']);

    await page.getByRole('button', { name: 'Delete forever: a.txt' }).click();
    const question = page.getByRole('dialog', { name: 'Delete forever?' });
    await question.getByText('a.txt will be deleted forever. This cannot be undone.').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    await expect.poll(() => focusedName(page)).toBe('Delete forever: a.txt');
    await page.keyboard.press('Enter');
    await question.getByRole('button', { name: 'Delete forever' }).click();
    await page.getByRole('row', { name: /a\.txt/ }).waitFor({ state: 'detached' });
    await expect.poll(async () => (await person.api.trash.list({})).count).toBe(1);

    await page.getByRole('button', { name: 'Empty Trash' }).click();
    await page.getByRole('dialog', { name: 'Delete 1 item forever?' }).getByText('This cannot be undone.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Empty Trash' }).click();
    await page.getByRole('heading', { name: 'Trash is empty.' }).waitFor();
    await expect.poll(async () => (await person.api.trash.list({})).count).toBe(0);
  });

  test('works with the keyboard alone: arrows from row to row, Del asks, Esc keeps', async () => {
    const { person, newPage } = await signedIn();
    await putInTrash(person, ['a.txt', 'b.txt', 'c.txt']);
    const page = await newPage('/trash');
    await page.getByRole('button', { name: 'Empty Trash' }).focus();
    await page.keyboard.press('Tab');
    await expect.poll(() => focusedName(page)).toBe('Select c.txt');
    await page.keyboard.press('Tab');
    await expect.poll(() => focusedName(page)).toBe('Restore c.txt');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await expect.poll(() => focusedName(page)).toBe('Delete forever: b.txt');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('End');
    await expect.poll(() => focusedName(page)).toBe('Restore a.txt');
    await page.keyboard.press('Delete');
    await page.getByRole('dialog', { name: 'Delete forever?' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => focusedName(page)).toBe('Restore a.txt');
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: /a\.txt/ }).waitFor({ state: 'detached' });
    await expect.poll(() => focusedName(page)).toBe('Restore b.txt');
  });

  test('restores and deletes many: by ticks, clicks and the keyboard, with Undo and one question', async () => {
    const { person, newPage } = await signedIn({ bypassCSP: true });
    const { id: folderId } = await person.api.folders.create({ name: 'Letters', parentId: null });
    await putInTrash(person, ['a.txt', 'b.txt'], folderId);
    await putInTrash(person, ['c.txt', 'd.txt', 'e.txt']);
    const page = await newPage('/trash');
    const bar = page.getByRole('toolbar', { name: 'Selection' });
    const inTrash = async () =>
      (await person.api.trash.list({})).items.map(({ entry }) => entry.file?.name ?? '').toSorted();

    // With the mouse: the tick, and Shift with a click on a row.
    await page.getByRole('row', { name: /e\.txt/ }).hover();
    await page.getByRole('checkbox', { name: 'Select e.txt' }).click();
    await page
      .getByRole('row', { name: /c\.txt/ })
      .getByText('c.txt')
      .click({ modifiers: ['Shift'], force: true });
    await bar.getByText('3 selected', { exact: true }).waitFor();
    await bar.getByText('60 bytes').waitFor();
    await page.getByRole('status').getByText('3 selected of 5').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await bar.getByRole('button', { name: 'Restore' }).click();
    // While it is pointed at it stays.
    await page.getByText('Restored 3 items').hover();
    await expect.poll(inTrash).toEqual(['a.txt', 'b.txt']);
    await bar.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(inTrash).toEqual(['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt']);

    // By keyboard: x and Shift with an arrow, Del asks once, Esc takes nothing.
    await page.getByRole('row', { name: /e\.txt/ }).waitFor();
    await page
      .getByRole('button', { name: /^Restore/ })
      .first()
      .focus();
    await page.keyboard.press('x');
    await page.keyboard.press('Shift+ArrowDown');
    await bar.getByText('2 selected', { exact: true }).waitFor();
    await page.keyboard.press('Delete');
    const question = page.getByRole('dialog', { name: 'Delete 2 items forever?' });
    await question.getByText('These 2 items will be deleted forever. This cannot be undone.').waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await page.keyboard.press('ControlOrMeta+a');
    await bar.getByText('5 selected', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await bar.waitFor({ state: 'detached' });
    await page.keyboard.press('ControlOrMeta+a');
    await bar.getByRole('button', { name: 'Delete forever' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete forever' }).click();
    await page.getByRole('heading', { name: 'Trash is empty.' }).waitFor();
    expect(await inTrash()).toEqual([]);
  });

  test('follows what happens elsewhere', async () => {
    const { person, newPage } = await signedIn();
    const page = await newPage('/trash');
    await page.getByRole('heading', { name: 'Trash is empty.' }).waitFor();
    const [one = '', two = ''] = await putInTrash(person, ['one.txt', 'two.txt']);
    await page.getByRole('row', { name: /one\.txt/ }).waitFor();
    await page.getByRole('row', { name: /two\.txt/ }).waitFor();
    await person.api.trash.restore({ id: one });
    await page.getByRole('row', { name: /one\.txt/ }).waitFor({ state: 'detached' });
    await person.api.trash.remove({ id: two });
    await page.getByRole('heading', { name: 'Trash is empty.' }).waitFor();
  });

  test('shows more when asked', async () => {
    const { person, newPage } = await signedIn();
    await person.api.batch({
      operations: Array.from({ length: 205 }, (_, i) => [
        { do: 'create-folder' as const, name: `Box ${i}`, parentId: null },
        { do: 'trash' as const, id: { operation: i * 2 } },
      ]).flat(),
    });
    const page = await newPage('/trash');
    await page.getByText('200 of 205').waitFor();
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByRole('row', { name: /Box 0 / }).waitFor();
    expect(await page.getByRole('row').count()).toBe(206);
    await page.getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' });
  });

  test('says that the server cannot be reached, keeps what it shows, and resumes by itself', async () => {
    const { person, newPage, context, expectUnreachable } = await signedIn();
    expectUnreachable();
    await putInTrash(person, ['a.txt']);
    const page = await newPage('/trash');
    const restore = page.getByRole('button', { name: 'Restore a.txt' });
    await restore.waitFor();
    // A stream that is just about to stand would say that the server is there.
    await putInTrash(person, ['b.txt']);
    await page.getByRole('button', { name: 'Restore b.txt' }).waitFor();
    await context.setOffline(true);
    await page.getByText('You are offline.').waitFor();
    expect([await restore.isDisabled(), await page.getByRole('button', { name: 'Empty Trash' }).isDisabled()]).toEqual([
      true,
      true,
    ]);
    await context.setOffline(false);
    await page.getByText('You are offline.').waitFor({ state: 'detached' });
    await restore.click();
    await restore.waitFor({ state: 'detached' });
  });

  test('says why it cannot be read, and what was refused', async () => {
    const { person, newPage, expectError, expectUnreachable } = await signedIn();
    expectUnreachable();
    expectError(/404/);
    const [id = ''] = await putInTrash(person, ['a.txt']);
    const page = await newPage('/task');
    await page.getByText('This folder is empty').waitFor();
    const json = { code: 'internal-error', message: 'Something went wrong on the server.' };
    // Whatever else makes the page read Trash again does not show it before the button is pressed.
    await page.route('**/api/trash*', async (route) =>
      (await page.evaluate(() => 'isPressed' in window)) ? route.continue() : route.fulfill({ status: 500, json }),
    );
    await page.getByRole('link', { name: 'Trash', exact: true }).click();
    await page.getByRole('alert').getByText('Trash could not be opened.').waitFor();
    await page.evaluate(() => addEventListener('click', () => Object.assign(window, { isPressed: true }), true));
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('row', { name: /a\.txt/ }).waitFor();

    await page.route('**/api/trash/**', (route) => route.abort());
    await page.getByRole('button', { name: 'Restore a.txt' }).click();
    await page.getByRole('alert').getByText('Not restored. The server cannot be reached.').waitFor();
    await page.getByRole('row', { name: /a\.txt/ }).waitFor();
    await expect.poll(async () => (await person.api.trash.list({})).items[0]?.entry.file?.id).toBe(id);
  });

  test('on a phone: by the menu of the folder; restore stands in the row, the end in its menu', async () => {
    const { person, newPage } = await signedIn(phone);
    await putInTrash(person, ['a.txt', 'b.txt', 'c.txt']);
    const page = await newPage('/task');
    await page.getByRole('button', { name: 'Folder actions' }).tap();
    const menu = page.getByRole('menu', { name: 'Root' });
    expect(await menu.getByRole('menuitem', { name: 'Move to Trash' }).count()).toBe(0);
    await menu.getByRole('menuitem', { name: 'Open Trash' }).tap();
    await page.getByText('From Root. Deleted in 30 days.').first().waitFor();
    // A tap selects, the bar stands at the bottom, and the rows keep their place.
    await page.getByText('a.txt', { exact: true }).tap({ force: true });
    await page.getByText('b.txt', { exact: true }).tap({ force: true });
    const bar = page.getByRole('toolbar', { name: 'Selection' });
    await bar.getByText('2 selected', { exact: true }).waitFor();
    await expect.poll(async () => bottomOf(await bar.boundingBox())).toBe(760);
    expect(await bar.getByRole('button', { name: 'Delete forever' }).isVisible()).toBe(true);
    await page.getByText('b.txt', { exact: true }).tap({ force: true });
    await bar.getByText('1 selected', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Restore c.txt' }).tap();
    await page.getByText('c.txt', { exact: true }).waitFor({ state: 'detached' });
    await bar.getByText('1 selected', { exact: true }).waitFor();
    await bar.getByRole('button', { name: 'Clear selection' }).tap();
    await bar.waitFor({ state: 'detached' });
    const more = page.getByRole('button', { name: 'More actions for a.txt' });
    const box = await more.boundingBox();
    expect([box?.width, box?.height]).toEqual([44, 44]);
    await more.tap();
    // The question takes the place of the menu, and the focus returns to where that was opened.
    await page.getByRole('dialog', { name: 'a.txt' }).getByRole('button', { name: 'Delete forever' }).tap();
    await page.getByRole('dialog', { name: 'Delete forever?' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => focusedName(page)).toBe('More actions for a.txt');
    await more.tap();
    await page.getByRole('dialog', { name: 'a.txt' }).getByRole('button', { name: 'Delete forever' }).tap();
    await page.getByRole('dialog', { name: 'Delete forever?' }).getByRole('button', { name: 'Delete forever' }).tap();
    await page.getByText('a.txt').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Restore b.txt' }).tap();
    await page.getByRole('heading', { name: 'Trash is empty.' }).waitFor();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(360);
  });
});

async function putInTrash(person: Person, names: string[], folderId: string | null = null): Promise<string[]> {
  const ids: string[] = [];
  for (const name of names) {
    const { id } = await uploadFile(person, { name, body: bytes(20), folderId });
    await person.api.entries.remove({ id });
    ids.push(id);
  }
  return ids;
}

function focusedName(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
}

function bottomOf(box: { y: number; height: number } | null): number {
  return Math.round((box?.y ?? 0) + (box?.height ?? 0));
}
