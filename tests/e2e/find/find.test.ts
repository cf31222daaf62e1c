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
    await page.getByText('Try fewer letters or words. Items in Trash').waitFor();
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

  test('while nothing is asked for, recent files are there; a filter that is on is a chip, and Clear empties the field', async () => {
    const { page } = await openFilled();
    await page.goto('/find');
    await page.getByRole('heading', { level: 1, name: 'Find' }).waitFor();
    const recent = page.getByRole('region', { name: 'Recent files' });
    await recent.getByRole('link', { name: 'lake morning.jpg' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await recent.getByRole('link', { name: 'lake morning.jpg' }).and(page.locator(':focus')).waitFor();

    const field = page.getByRole('searchbox', { name: 'Find folders and files' });
    await field.fill('lake');
    await page.getByRole('combobox', { name: 'Kind' }).selectOption('Pictures');
    await expect.poll(() => found(page)).toEqual(['lake morning.jpg']);
    expect(await recent.count()).toBe(0);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Kind: Pictures. Remove this filter' }).click();
    await expect.poll(() => found(page)).toEqual(['Lakes', 'lake morning.jpg']);
    await page.getByRole('button', { name: 'Clear the field' }).click();
    await field.and(page.locator(':focus')).waitFor();
    await recent.getByRole('link', { name: 'lake morning.jpg' }).waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  test('marks what was typed in the names', async () => {
    const { page } = await openFilled();
    await page.goto('/find?q=läk+mor');
    await expect.poll(() => found(page)).toEqual(['lake morning.jpg']);
    expect(await page.getByRole('list', { name: 'Found' }).locator('mark').allInnerTexts()).toEqual(['lak', 'mor']);
  });

  test('filters by two days and two sizes, which are part of the address too', async () => {
    const { page, person } = await openFilled();
    const old = new Date(2019, 4, 17, 23, 30).getTime();
    await uploadFile(person, { name: 'old lake.txt', body: bytes(1_500_000), lastModified: old });
    await page.goto('/find?q=lake');
    await expect.poll(() => found(page)).toEqual(['Lakes', 'lake morning.jpg', 'old lake.txt']);
    const filters = page.getByRole('group', { name: 'Filters' });
    await filters.getByRole('combobox', { name: 'Changed' }).selectOption('Between two days…');
    // Each begins from the address that the one before it made.
    await filters.getByLabel('To').fill('2019-05-17');
    await expect.poll(() => found(page)).toEqual(['old lake.txt']);
    await filters.getByLabel('From').fill('2019-05-01');
    await expect
      .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
      .toMatchObject({ from: '2019-05-01', to: '2019-05-17' });
    expect(await findBarriers(page)).toEqual([]);
    await page.reload();
    await expect.poll(() => found(page)).toEqual(['old lake.txt']);
    await filters.getByLabel('To').fill('2019-05-16');
    await expect.poll(() => found(page)).toEqual([]);
    await filters.getByRole('combobox', { name: 'Changed' }).selectOption('Any time');
    await expect.poll(() => found(page)).toEqual(['Lakes', 'lake morning.jpg', 'old lake.txt']);
    await filters.getByRole('combobox', { name: 'Size' }).selectOption('Between two sizes…');
    await filters.getByLabel('At least').fill('1');
    await expect.poll(() => found(page)).toEqual(['old lake.txt']);
    await filters.getByLabel('At most').fill('1.4');
    await expect.poll(() => found(page)).toEqual([]);
    expect(new URL(page.url()).search).not.toContain('from');
  });

  test('looks further by itself until something is found, and says so when it stops', async () => {
    const { page } = await openFilled();
    let empty = 3;
    // As with a rare filter among very many names: so many pages are empty.
    await page.route('**/api/search?**', async (route) => {
      const url = new URL(route.request().url());
      const at = Number(url.searchParams.get('cursor') ?? 0);
      if (at < empty) return await route.fulfill({ json: { hits: [], nextCursor: String(at + 1) } });
      url.searchParams.delete('cursor');
      return await route.fulfill({ response: await route.fetch({ url: url.href }) });
    });
    await page.goto('/find?q=lake');
    await expect.poll(() => found(page)).toEqual(['Lakes', 'lake morning.jpg']);
    await page
      .getByRole('status')
      .filter({ hasText: /^2 found$/ })
      .waitFor();

    empty = 30;
    await page.goto('/find?q=lakes');
    await page.getByText('Nothing found so far. Not everything was searched.').waitFor();
    await page.getByRole('button', { name: 'Search further' }).click();
    await expect.poll(() => found(page)).toEqual(['Lakes']);
  });

  test('finds in a folder from its menu and from the palette', async () => {
    const { page, letters } = await openFilled();
    await page.getByRole('button', { name: 'More actions for Letters' }).click();
    await page.getByRole('menuitem', { name: 'Find in this folder' }).click();
    await page.waitForURL(`**/find?in=${letters}`);
    await expect.poll(() => found(page)).toEqual(['lake morning.jpg']);
    await page.getByRole('link', { name: 'Root, Letters' }).click();
    await page.getByRole('heading', { level: 1, name: 'Letters' }).waitFor();
    await page.getByRole('button', { name: 'Folder actions' }).click();
    await page.getByRole('menuitem', { name: 'Find in this folder' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await page.getByRole('combobox', { name: 'Find folders and files' }).fill('lake');
    // What is found moves the options below it.
    await page.getByRole('option', { name: /^lake morning\.jpg/ }).waitFor();
    await page.getByRole('option', { name: 'Find “lake” in this folder' }).click();
    await page.waitForURL(`**/find?q=lake&in=${letters}`);
    await expect.poll(() => found(page)).toEqual(['lake morning.jpg']);
  });

  test('on a phone it is reached from the bar at the bottom, and begins again from there', async () => {
    const { page } = await openFilled(phone);
    const bar = page.getByRole('navigation', { name: 'Main, phone' }).getByRole('link', { name: 'Find' });
    await bar.tap();
    const field = page.getByRole('searchbox', { name: 'Find folders and files' });
    await field.fill('morning');
    await expect.poll(() => found(page)).toEqual(['lake morning.jpg']);
    expect(await findBarriers(page)).toEqual([]);
    await bar.tap();
    await expect.poll(() => field.inputValue()).toBe('');
    expect(new URL(page.url()).search).toBe('');
    await page.goBack();
    await expect.poll(() => field.inputValue()).toBe('morning');
    await expect.poll(() => found(page)).toEqual(['lake morning.jpg']);
  });

  test('on a phone whose texts are twice as large every filter can be read', async () => {
    const { page } = await openFilled(phone);
    await page.goto('/find?q=lake');
    const filters = page.getByRole('group', { name: 'Filters' }).getByRole('combobox');
    const cut = () =>
      filters.evaluateAll((all) =>
        all.flatMap((select) => {
          const { font, paddingLeft, paddingRight } = getComputedStyle(select);
          const words = (select as HTMLSelectElement).selectedOptions[0]?.text ?? '';
          const drawn = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
          drawn.font = font;
          const room = select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
          return drawn.measureText(words).width > room ? [words] : [];
        }),
      );
    await expect.poll(() => filters.count()).toBeGreaterThan(2);
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    await expect.poll(cut).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
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
