/** Keys of the folder view: from item to item, single letters, and the tips of names that are cut. */
import type { FileChooser, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { newPerson } from '#tests/support/browser/browser.ts';
import { signUp } from '#tests/support/client/build-account.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { sharedServer } from '#tests/support/server/shared-server.ts';

describe('single letters', () => {
  test('n, u, g, l and ? do what the dialog says, and nothing while someone is typing', async () => {
    const { page } = await openRoot();
    const pickers: FileChooser[] = [];
    page.on('filechooser', (picker) => pickers.push(picker));
    await page.evaluate(() => Reflect.deleteProperty(window, 'showOpenFilePicker'));
    const ground = await groundOf(page);
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Shortcuts' });
    await dialog.getByText('New Folder').waitFor();
    // Also the strip beside the page, where a scroll bar would be.
    expect(await groundOf(page)).not.toBe(ground);
    await page.keyboard.press('l');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await groundOf(page)).toBe(ground);
    await expect.poll(() => page.getByRole('radio', { name: 'Grid' }).isChecked()).toBe(true);

    await page.keyboard.press('l');
    await expect.poll(() => page.getByRole('radio', { name: 'List' }).isChecked()).toBe(true);
    await page.keyboard.press('n');
    await page.keyboard.type('long gun?');
    await expect.poll(() => page.getByLabel('Folder name').inputValue()).toBe('long gun?');
    await page.keyboard.press('Escape');
    await page.getByLabel('Folder name').waitFor({ state: 'detached' });
    await page.keyboard.press('g');
    await expect.poll(() => page.getByRole('radio', { name: 'Grid' }).isChecked()).toBe(true);

    await page.keyboard.press('u');
    await expect.poll(() => pickers.map((picker) => picker.isMultiple())).toEqual([true]);
    await page.keyboard.press('Control+l');
    await expect.poll(() => page.getByRole('radio', { name: 'Grid' }).isChecked()).toBe(true);
  });

  test.each([
    ['Linux x86_64', 'Ctrl Z'],
    ['MacIntel', '⌘ Z'],
  ])('on %s the dialog says %s', async (platform, key) => {
    const { page } = await openRoot();
    await page.addInitScript((name) => Object.defineProperty(navigator, 'platform', { get: () => name }), platform);
    await page.reload();
    await page.getByRole('button', { name: 'Shortcuts' }).click();
    await page.getByRole('dialog', { name: 'Shortcuts' }).getByText(key, { exact: true }).waitFor();
  });

  test('the dialog gives the focus back to what opened it', async () => {
    const { page } = await openRoot();
    await page.getByRole('button', { name: 'Shortcuts' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => focused(page)).toBe('Shortcuts');
  });
});

describe('from item to item', () => {
  test('arrow keys, Home and End move, one stop is left for Tab, and Enter opens', async () => {
    const { page, person } = await openRoot();
    for (const name of ['Box A', 'Box B']) await person.api.folders.create({ name, parentId: null });
    for (const name of ['a.txt', 'b.txt', 'c.txt']) await uploadFile(person, { name, body: bytes(3) });
    await page.getByRole('link', { name: 'c.txt' }).waitFor();
    await page.getByRole('link', { name: 'Box A' }).focus();
    const walk = [
      ['ArrowRight', 'Box B'],
      ['ArrowRight', 'a.txt'],
      ['End', 'c.txt'],
      ['ArrowLeft', 'b.txt'],
      ['ArrowUp', 'Box A'],
      ['ArrowDown', 'c.txt'],
      ['Home', 'Box A'],
    ] as const;
    for (const [key, name] of walk) {
      await page.keyboard.press(key);
      await expect.poll(() => focused(page), { message: `after ${key}` }).toBe(name);
    }
    expect(await page.locator('[data-entry][tabindex="0"]').count()).toBe(1);
    // The beginning of a name, also one that begins with the letter of a shortcut.
    for (const name of ['Gold', 'Garden']) await person.api.folders.create({ name, parentId: null });
    await page.getByRole('link', { name: 'Garden' }).waitFor();
    // At once, as the time between the letters counts.
    await page.evaluate(() => {
      for (const key of 'ga')
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    });
    await expect.poll(() => focused(page)).toBe('Garden');
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Box A' }).waitFor();
  });

  test('a letter moves what is selected; on an item it begins a name while nothing is', async () => {
    const { page, person } = await openRoot();
    for (const name of ['Box', 'moving']) await person.api.folders.create({ name, parentId: null });
    await page.getByRole('link', { name: 'moving' }).waitFor();
    await page.getByRole('link', { name: 'Box' }).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('m');
    await page.getByRole('dialog', { name: 'Move Box to…' }).waitFor();
    // The field that has the focus then does not take the letter.
    expect(await page.getByRole('combobox', { name: 'Find a folder' }).inputValue()).toBe('');
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(page)).toBe('Box');
    await page.keyboard.press('Escape');
    await page.getByRole('toolbar', { name: 'Selection' }).waitFor({ state: 'detached' });
    await page.keyboard.press('m');
    await expect.poll(() => focused(page)).toBe('moving');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test('when the item with the focus goes, its neighbour gets it', async () => {
    const { page, person } = await openRoot();
    const ids = [];
    for (const name of ['a.txt', 'b.txt', 'c.txt']) ids.push((await uploadFile(person, { name, body: bytes(3) })).id);
    await page.getByRole('link', { name: 'c.txt' }).waitFor();
    await page.getByRole('link', { name: 'b.txt' }).focus();
    await person.api.entries.remove({ id: ids[1] ?? '' });
    await expect.poll(() => focused(page)).toBe('c.txt');
  });
});

test('a box that is pointed at is lifted by the shadow of its front; nothing lies over it', async () => {
  const { page, person } = await openRoot();
  await person.api.folders.create({ name: 'Box', parentId: null });
  const link = page.getByRole('link', { name: 'Box' });
  await link.waitFor();
  const front = page.getByRole('gridcell').filter({ has: link }).locator('.box__front');
  const shadow = () => front.evaluate((element) => getComputedStyle(element).boxShadow);
  const atRest = await shadow();
  await link.hover();
  await expect.poll(shadow).not.toBe(atRest);
  expect(await front.locator('..').evaluate((box) => getComputedStyle(box).boxShadow)).toBe('none');
});

describe('names that are cut', () => {
  test('show in full on focus and on hover, until Escape; short ones have no tip', async () => {
    const { page, person } = await openRoot();
    await person.api.folders.create({ name: 'Ten and more', parentId: null });
    await person.api.folders.create({ name: 'Nine char', parentId: null });
    const tip = page.getByRole('tooltip');
    await page.getByRole('link', { name: 'Nine char' }).waitFor();
    await page.keyboard.press('Tab');
    await page.getByRole('link', { name: 'Ten and more' }).focus();
    await tip.getByText('Ten and more', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await tip.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Ten and more' }).hover();
    await tip.getByText('Ten and more', { exact: true }).waitFor();
    await tip.hover();
    await tip.getByText('Ten and more', { exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Root' }).hover();
    await tip.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Nine char' }).hover();
    expect(await page.getByRole('link', { name: 'Nine char' }).getAttribute('data-tooltip')).toBeNull();
  });
});

async function openRoot() {
  const server = await sharedServer();
  const person = await signUp(server);
  const browser = await newPerson(server, { as: person, viewport: { width: 1280, height: 800 } });
  const page = await browser.newPage('/task');
  await page.getByLabel('New File').and(page.locator(':enabled')).waitFor({ state: 'attached' });
  return { person, page };
}

/** The colour behind everything. */
async function groundOf(page: Page): Promise<string> {
  return await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
}

/** The name of what has the focus. */
async function focused(page: Page): Promise<string | null> {
  return await page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? null,
  );
}
