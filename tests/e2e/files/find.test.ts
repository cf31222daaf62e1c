/** Finding folders and files by their names, wherever they are. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findBarriers } from '#tests/support/browser/find-barriers.ts';
import { signedIn } from '#tests/support/browser/signed-in.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';

const phone = { viewport: { width: 360, height: 760 }, hasTouch: true, isMobile: true };

describe('the page for finding', () => {
  test('finds as one types, with the folder of each hit, and follows what changes', async () => {
    const { page, person, letters } = await openFilled();
    await page.goto('/find');
    const field = page.getByRole('searchbox', { name: 'Find folders and files' });
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
    await page.keyboard.type('LÄKE');
    await expect.poll(() => found(page)).toEqual(['Lakes', 'lake morning.jpg']);
    await expect.poll(() => new URL(page.url()).search).toBe('?q=L%C3%84KE');
    expect(await page.getByRole('status').filter({ hasText: '2 found' }).count()).toBe(1);
    expect(await page.getByRole('link', { name: 'Root, Letters' }).getAttribute('href')).toBe(`/folder/${letters}`);
    expect(await findBarriers(page)).toEqual([]);
    await uploadFile(person, { name: 'third lake.txt', body: bytes(3) });
    await expect.poll(() => found(page)).toEqual(['Lakes', 'lake morning.jpg', 'third lake.txt']);

    await field.fill('no such thing');
    await page.getByRole('heading', { name: 'Nothing matches “no such thing”.' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Root' }).waitFor();
  });

  test('by keyboard: Ctrl K goes to the field, ↓ to the first hit, Enter opens it', async () => {
    const { page, lakes } = await openFilled();
    await page.goto('/find?q=lakes');
    await expect.poll(() => found(page)).toEqual(['Lakes']);
    await page.getByRole('link', { name: 'Lakes' }).focus();
    await page.keyboard.press('ControlOrMeta+k');
    const field = page.getByRole('searchbox', { name: 'Find folders and files' });
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/folder/${lakes}`);
  });

  test('filters are part of the address, and outlive a reload', async () => {
    const { page, letters } = await openFilled();
    await page.goto('/find?q=lake&kind=photo');
    await expect.poll(() => found(page)).toEqual(['lake morning.jpg']);
    await page.getByRole('combobox', { name: 'Kind' }).selectOption('Folders');
    await expect.poll(() => found(page)).toEqual(['Lakes']);
    await page.reload();
    await expect.poll(() => found(page)).toEqual(['Lakes']);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => found(page)).toEqual(['Lakes', 'lake morning.jpg']);
    await page.goto(`/find?in=${letters}`);
    await expect.poll(() => found(page)).toEqual(['lake morning.jpg']);
    await page.getByRole('button', { name: 'In Letters. Find everywhere' }).click();
    await expect.poll(() => found(page)).toEqual([]);
  });

  test('on a phone it is reached from the bar at the bottom', async () => {
    const { page } = await openFilled(phone);
    await page.getByRole('navigation', { name: 'Main, phone' }).getByRole('link', { name: 'Find' }).tap();
    await page.getByRole('searchbox', { name: 'Find folders and files' }).fill('morning');
    await expect.poll(() => found(page)).toEqual(['lake morning.jpg']);
    expect(await findBarriers(page)).toEqual([]);
  });
});

/** Root with Lakes and Letters, which holds a picture. */
async function openFilled(options: Parameters<typeof signedIn>[0] = {}) {
  const { newPage, person } = await signedIn({ bypassCSP: true, ...options });
  const { id: lakes } = await person.api.folders.create({ name: 'Lakes', parentId: null });
  const { id: letters } = await person.api.folders.create({ name: 'Letters', parentId: null });
  await uploadFile(person, { name: 'lake morning.jpg', body: bytes(20), folderId: letters });
  const page = await newPage('/task');
  await page.getByRole('link', { name: 'Letters' }).waitFor();
  return { page, person, lakes, letters };
}

async function found(page: Page): Promise<string[]> {
  const names = await page.getByRole('list', { name: 'Found' }).locator('[data-entry]').allInnerTexts();
  return names.toSorted();
}
