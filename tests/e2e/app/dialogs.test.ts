/** What a dialog does with the focus, and what closes it. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signedIn } from '#tests/support/browser/signed-in.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';

const phone = { viewport: { width: 360, height: 760 }, hasTouch: true, isMobile: true };
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    return element instanceof HTMLInputElement
      ? (element.labels?.[0]?.textContent ?? element.getAttribute('aria-label'))
      : element?.tagName;
  });

test('one types at once where a dialog asks for something', async () => {
  const { newPage } = await signedIn(phone);
  const page = await newPage('/task');
  await page.getByRole('navigation').getByRole('button', { name: 'New' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'New Folder' }).click();
  await expect.poll(() => focused(page)).toBe('Folder name');
  await page.goto('/dashboard/security');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect.poll(() => focused(page)).toBe('Current password');
});

test('a text that is selected past the edge of a dialog leaves it open; a click beside it closes it', async () => {
  const { newPage, person } = await signedIn();
  await person.api.folders.create({ name: 'Letters', parentId: null });
  const page = await newPage('/task');
  await page.getByRole('link', { name: 'Letters' }).focus();
  await page.keyboard.press('F2');
  const name = page.getByRole('dialog', { name: 'Rename' }).getByLabel('Name');
  await name.fill('Letters of Ada');
  const box = await name.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 60, (box?.y ?? 0) + 10);
  await page.mouse.down();
  await page.mouse.move(5, (box?.y ?? 0) + 10);
  await page.mouse.up();
  expect(await name.inputValue()).toBe('Letters of Ada');
  await page.mouse.click(5, 5);
  await name.waitFor({ state: 'detached' });
});

test('Back closes what is open over the page, the topmost first, and leads back when nothing is', async () => {
  const { newPage, person } = await signedIn();
  await uploadFile(person, { name: 'note.txt', body: bytes(3) });
  const page = await newPage('/dashboard');
  await page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Folders' }).click();
  const more = page.getByRole('button', { name: 'More actions for note.txt' });
  const dialogs = page.getByRole('dialog');
  for (const open of [
    () => more.click(),
    () => page.getByRole('button', { name: 'Find folders and files' }).click(),
    () => more.click().then(() => page.getByRole('menuitem', { name: 'Details' }).click()),
  ]) {
    await open();
    await expect.poll(() => page.locator('dialog:modal:not(.menu), [role="menu"]').count()).toBe(1);
    await goBack(page);
    await expect.poll(() => page.locator('dialog').count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe('/task');
  }

  // The viewer is a page of its own, which has a place in the history.
  await more.click();
  await page.getByRole('menuitem', { name: 'View' }).click();
  const viewer = page.getByRole('dialog', { name: 'note.txt, viewer' });
  await viewer.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menu').waitFor();
  await goBack(page);
  await page.getByRole('menu').waitFor({ state: 'detached' });
  expect(await viewer.count()).toBe(1);
  await goBack(page);
  await viewer.waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/task');
  await goBack(page);
  await page.waitForURL('**/dashboard');
  expect(await dialogs.count()).toBe(0);
});

test('what is moved to Trash is not selected any more', async () => {
  const { newPage, person } = await signedIn({ bypassCSP: true });
  await person.api.folders.create({ name: 'Gone', parentId: null });
  const page = await newPage('/task');
  await page.getByRole('checkbox', { name: 'Select Gone' }).check();
  await page.keyboard.press('Delete');
  await page.getByRole('link', { name: 'Gone' }).waitFor({ state: 'detached' });
  const undo = page.getByRole('button', { name: 'Undo' });
  // Which keeps the message there.
  await undo.focus();
  await undo.click();
  await page.getByRole('link', { name: 'Gone' }).waitFor();
  expect(await page.getByRole('checkbox', { name: 'Select Gone' }).isChecked()).toBe(false);
});

/** The browser's button, which need not lead to another page. */
async function goBack(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const { currentIndex, entries } = await browser.send('Page.getNavigationHistory');
  await browser.send('Page.navigateToHistoryEntry', { entryId: entries[currentIndex - 1]?.id ?? 0 });
  await browser.detach();
}
