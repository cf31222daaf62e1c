/** The viewer by its keys, and where the focus is. */

import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectShown, openPictures, viewer } from '#tests/support/browser/open-pictures.ts';
import { signedIn } from '#tests/support/browser/signed-in.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';

describe('by keyboard', () => {
  test('Space opens what is selected, arrows step, Esc closes where it was opened', async () => {
    const { page } = await openPictures();
    await page.getByRole('link', { name: 'one.png' }).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Space');
    await expectShown(page, 'one.png', '1 of 3');
    const steps = await page.evaluate(() => history.length);
    await page.keyboard.press('ArrowRight');
    await expectShown(page, 'two.png', '2 of 3');
    await page.getByRole('status').getByText('two.png, picture, 2 of 3').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expectShown(page, 'three.png', '3 of 3');
    expect(await page.evaluate(() => history.length)).toBe(steps);
    await page.keyboard.press('Escape');
    await viewer(page).waitFor({ state: 'detached' });
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await expect.poll(() => focusedName(page)).toBe('one.png');
  });

  test('a picture is magnified, moved to fit again, and its details are shown beside it', async () => {
    const { page } = await openPictures('view');
    const zoom = viewer(page).getByRole('group', { name: 'Zoom' });
    await page.keyboard.press('+');
    await zoom.getByText('150 %').waitFor();
    await page.keyboard.press('-');
    await zoom.getByText('Fit').waitFor();
    await page.keyboard.press('+');
    await page.keyboard.press('0');
    await zoom.getByText('Fit').waitFor();
    await page.keyboard.press('i');
    const details = page.getByRole('complementary', { name: 'Details' });
    await details.getByText('480 × 320').waitFor();
    await details.getByText('Version 1').waitFor();
    // The strip beside it, where a scroll bar would be, is as light as the details.
    const [strip, ground] = await page.evaluate(() =>
      [document.documentElement, document.querySelector('aside')].map(
        (one) => one && getComputedStyle(one).backgroundColor,
      ),
    );
    expect(strip).toBe(ground);
    await page.keyboard.press('i');
    await details.waitFor({ state: 'detached' });
  });

  test('what the details said of one file is not said of the next', async () => {
    const { page, person } = await openPictures('view');
    await uploadFile(person, { name: 'one.png', body: Buffer.from('newer'), contentType: 'image/png' });
    await page.keyboard.press('i');
    const details = page.getByRole('complementary', { name: 'Details' });
    await details.getByRole('button', { name: 'Restore version 1' }).click();
    await details.getByText('Version 1 was restored as version 3.').waitFor();
    await page.getByRole('button', { name: 'Next: two.png' }).click();
    await details.getByText('two.png').first().waitFor();
    expect(await details.getByText('was restored').count()).toBe(0);
  });

  test('Del moves to Trash and shows the next; the toast in the viewer takes it back', async () => {
    const { page, person } = await openPictures('view');
    await page.keyboard.press('Delete');
    // What has the focus stays.
    await viewer(page).getByRole('button', { name: 'Undo' }).focus();
    await expectShown(page, 'two.png', '1 of 2');
    await viewer(page).getByRole('button', { name: 'Undo' }).click();
    await waitFor(async () => (await person.api.folders.children({ id: 'root' })).files.length === 3, {
      what: 'three files',
    });
    await expectShown(page, 'two.png', '2 of 3');
  });

  test('keys in a dialog over it are not its own, also where nothing has the focus', async () => {
    const { page } = await openPictures('view');
    await viewer(page).getByRole('button', { name: 'More', exact: true }).click();
    // What its bar does not have, and as dark as the stage.
    const rest = ['Open in new tab', 'Rename', 'Move to…', 'Copy to…', 'Make a copy'];
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(rest);
    expect(await page.locator('.menu').evaluate((menu) => getComputedStyle(menu).colorScheme)).toBe('dark');
    await page.getByRole('menuitem', { name: 'Move to…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Move one.png to…' });
    await dialog.getByRole('button', { name: 'New Folder' }).click();
    await page.keyboard.type('Album');
    await page.keyboard.press('Enter');
    await dialog.getByRole('treeitem', { name: 'Album', selected: true }).waitFor();
    await dialog.getByRole('button', { name: 'New Folder' }).and(page.locator(':focus')).waitFor();
    await page.locator(':focus').evaluate((element: HTMLElement) => element.blur());
    for (const key of ['i', 'Delete', 'ArrowRight', 'Escape']) await page.keyboard.press(key);
    await dialog.waitFor({ state: 'detached' });
    await expectShown(page, 'one.png', '1 of 3');
    expect(await page.getByRole('complementary', { name: 'Details' }).count()).toBe(0);
  });

  test('after Del the focus returns to the entry that took the place of the file', async () => {
    const { page } = await openPictures();
    await page.getByRole('link', { name: 'two.png' }).focus();
    await page.keyboard.press('x');
    await page.keyboard.press('Enter');
    await expectShown(page, 'two.png', '2 of 3');
    await page.keyboard.press('Delete');
    await viewer(page).getByText('2 of 2', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'two.png', includeHidden: true }).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await viewer(page).waitFor({ state: 'detached' });
    await expect.poll(() => focusedName(page)).toBe('three.png');
  });

  test('f fills the screen with all that the viewer shows, Ctrl Z takes back what was moved to Trash', async () => {
    const { page, person } = await openPictures('view');
    const isFull = () => page.evaluate(() => document.fullscreenElement?.className);
    await page.keyboard.press('f');
    await expect.poll(isFull).toBe('viewer__screen');
    await page.keyboard.press('Delete');
    // While it is pointed at it stays.
    await viewer(page).getByRole('button', { name: 'Undo' }).hover();
    await expectShown(page, 'two.png', '1 of 2');
    await page.keyboard.press('i');
    for (const name of ['Undo', 'Close the details'])
      await expect.poll(() => viewer(page).getByRole('button', { name }).evaluate(isOnTop)).toBe(true);
    await page.keyboard.press('i');
    await page.keyboard.press('f');
    await expect.poll(isFull).toBeUndefined();
    await page.keyboard.press('ControlOrMeta+z');
    await waitFor(async () => (await person.api.folders.children({ id: 'root' })).files.length === 3, {
      what: 'three files',
    });
    await expectShown(page, 'two.png', '2 of 3');
  });
});

test('Del on the only file closes the viewer, and nothing else', async () => {
  const { newPage, person } = await signedIn();
  await uploadFile(person, { name: 'only.txt', body: Buffer.from('text') });
  const page = await newPage('/starred');
  await page.getByRole('link', { name: 'Folders', exact: true }).click();
  await page.getByRole('button', { name: 'View all' }).click();
  await viewer(page).getByRole('heading', { name: 'only.txt' }).waitFor();
  // The focus goes with what is left, and keys work all the same.
  await viewer(page).getByText('text', { exact: true }).click();
  await page.keyboard.press('i');
  await page.getByRole('button', { name: 'Close the details' }).click();
  await page.keyboard.press('Delete');
  await viewer(page).waitFor({ state: 'detached' });
  await page.getByText('This folder is empty').waitFor();
  expect(new URL(page.url()).pathname).toBe('/task');
});

function isOnTop(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}

function focusedName(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.ariaLabel);
}
