/** The order of a folder, and the filter that narrows it. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { drop } from '#tests/support/browser/drop.ts';
import { fileOnDisk } from '#tests/support/browser/file-on-disk.ts';
import { findBarriers } from '#tests/support/browser/find-barriers.ts';
import { signedIn } from '#tests/support/browser/signed-in.ts';
import type { Person } from '#tests/support/client/build-account.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';

const phone = { viewport: { width: 360, height: 760 }, hasTouch: true, isMobile: true };

describe('the order of a folder', () => {
  test('is chosen with the mouse, both ways, and stored for this folder only', async () => {
    const { newPage, person } = await signedIn({ bypassCSP: true });
    const folder = await person.api.folders.create({ name: 'Letters', parentId: null });
    await fill(person, null);
    await fill(person, folder.id);
    const page = await newPage('/task');
    await expectOrder(page, ['b 10.jpg', 'b 9.txt', 'a.zip']);
    await page.getByRole('button', { name: 'Sort: Date added' }).click();
    expect(await findBarriers(page)).toEqual([]);
    // At the button, from what is chosen, with the keys of every menu.
    const menu = page.getByRole('menu', { name: 'Sort by' });
    await menu.getByRole('menuitemradio', { name: 'Date added', checked: true }).and(page.locator(':focus')).waitFor();
    const button = await page.getByRole('button', { name: 'Sort: Date added', includeHidden: true }).boundingBox();
    const sheet = await page.getByRole('dialog', { name: 'Sort by' }).boundingBox();
    expect(Math.round(sheet?.y ?? 0)).toBe(Math.round((button?.y ?? 0) + (button?.height ?? 0)));
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expectOrder(page, ['a.zip', 'b 9.txt', 'b 10.jpg']);
    await page.getByRole('button', { name: 'Sort: Name' }).click();
    await page.getByRole('menuitemradio', { name: 'Z to A' }).click();
    await expectOrder(page, ['b 10.jpg', 'b 9.txt', 'a.zip']);
    await page.getByRole('button', { name: 'Sort: Name' }).click();
    await page.getByRole('menuitemradio', { name: 'Size' }).click();
    await expectOrder(page, ['a.zip', 'b 10.jpg', 'b 9.txt']);
    await page.reload();
    await expectOrder(page, ['a.zip', 'b 10.jpg', 'b 9.txt']);
    await page.getByRole('link', { name: 'Letters' }).click();
    await page.getByRole('button', { name: 'Sort: Date added' }).waitFor();
    await expectOrder(page, ['b 10.jpg', 'b 9.txt', 'a.zip']);
  });

  test('places what comes later, from anywhere', async () => {
    const { newPage, person } = await signedIn();
    const [first] = await fill(person, null);
    const page = await newPage('/task');
    await page.getByRole('button', { name: 'Sort: Date added' }).click();
    await page.getByRole('menuitemradio', { name: 'Name' }).click();
    await expectOrder(page, ['a.zip', 'b 9.txt', 'b 10.jpg']);
    await uploadFile(person, { name: 'b 9a.txt', body: bytes(10) });
    await expectOrder(page, ['a.zip', 'b 9.txt', 'b 9a.txt', 'b 10.jpg']);
    await person.api.entries.update({ id: first ?? '', name: 'A first.jpg' });
    await expectOrder(page, ['a.zip', 'A first.jpg', 'b 9.txt', 'b 9a.txt']);
    // When it was taken is known a moment after it came; what was not taken is last, either way.
    await page.getByRole('button', { name: 'Sort: Name' }).click();
    await page.getByRole('menuitemradio', { name: 'Date taken' }).click();
    for (const name of ['IMG_20200102_030405.jpg', 'IMG_20240102_030405.jpg'])
      await uploadFile(person, { name, body: bytes(9, name) });
    const undated = ['a.zip', 'A first.jpg', 'b 9.txt', 'b 9a.txt'];
    await expectOrder(page, ['IMG_20240102_030405.jpg', 'IMG_20200102_030405.jpg', ...undated]);
    await page.getByRole('button', { name: 'Sort: Date taken' }).click();
    await page.getByRole('menuitemradio', { name: 'Oldest first' }).click();
    await expectOrder(page, ['IMG_20200102_030405.jpg', 'IMG_20240102_030405.jpg', ...undated]);
  });

  test('is that of the language of the person', async () => {
    const { newPage, person } = await signedIn({ locale: 'sv-SE' });
    for (const name of ['Ö.txt', 'Z.txt', 'A.txt', 'Å.txt']) await uploadFile(person, { name, body: bytes(1) });
    const page = await newPage('/task');
    await page.getByText('List', { exact: true }).click();
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
    await expectOrder(page, ['A.txt', 'Z.txt', 'Å.txt', 'Ö.txt']);
  });

  test('is chosen in the head of the list by keyboard, and said to screen readers', async () => {
    const { newPage, person } = await signedIn({ bypassCSP: true });
    await fill(person, null);
    const page = await newPage('/task');
    await page.getByText('List', { exact: true }).click();
    const size = page.getByRole('columnheader', { name: 'Size' });
    await size.getByRole('button').focus();
    await page.keyboard.press('Enter');
    await expectOrder(page, ['b 9.txt', 'b 10.jpg', 'a.zip']);
    expect(await size.getAttribute('aria-sort')).toBe('ascending');
    await page.keyboard.press('Enter');
    await expectOrder(page, ['a.zip', 'b 10.jpg', 'b 9.txt']);
    expect(await size.getAttribute('aria-sort')).toBe('descending');
    const ends = await page.evaluate(() => {
      const endOf = (selector: string) => {
        const words = document.createRange();
        const text = document.querySelector(selector)?.firstChild;
        if (text) words.selectNodeContents(text);
        return words.getBoundingClientRect().right;
      };
      return [endOf('.list__head > :nth-child(3) > button'), endOf('.list__body .list__size')];
    });
    expect(ends[0]).toBeCloseTo(ends[1] ?? 0, 0);
    const time = page.getByRole('row', { name: 'a.zip' }).getByRole('time');
    expect(await time.getAttribute('dateTime')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d/);
    expect(await time.innerText()).toMatch(/ \d{4}, \d\d:\d\d$/);
    expect(await findBarriers(page)).toEqual([]);
  });

  test('is that of the names in a folder that is uploaded: its files are sent so, three at once', async () => {
    const { newPage } = await signedIn();
    const page = await newPage('/task');
    const sent: string[] = [];
    // Each begins with the question whether one of its size is stored already.
    page.on('request', (request) => {
      const [, size] = /\/api\/files\/sizes\/(\d+)$/.exec(new URL(request.url()).pathname) ?? [];
      if (size !== undefined) sent.push(`p ${Number(size) - 100_000}.txt`);
    });
    const numbers = [10, 9, 1];
    const files = numbers.map((number) => `p ${number}.txt`);
    const paths = await Promise.all(numbers.map((n) => fileOnDisk(`p ${n}.txt`, bytes(100_000 + n, `p ${n}`))));
    await page.getByText('This folder is empty').waitFor();
    await drop(page, paths, page.getByRole('heading', { name: 'Root' }));
    for (const name of files) await page.getByRole('link', { name }).waitFor();
    expect(sent).toEqual(['p 1.txt', 'p 9.txt', 'p 10.txt']);
  });
});

describe('the filter', () => {
  test('narrows a folder as one types, says how many match, and ends with Esc', async () => {
    const { newPage, person } = await signedIn({ bypassCSP: true });
    await person.api.folders.create({ name: 'Bücher', parentId: null });
    await fill(person, null);
    const page = await newPage('/task');
    await page.getByRole('link', { name: 'a.zip' }).waitFor();
    await page.locator('main').press('f');
    await page.keyboard.type('BU');
    await page.getByText('1 of 4 items match “BU”').waitFor();
    expect(await namesOn(page)).toEqual(['Bücher']);
    expect(await page.locator('.box--current').count()).toBe(0);
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.type('xyz');
    await page.getByRole('status').getByText('0 of 4 items match “BUxyz”').waitFor();
    await page.getByRole('heading', { name: 'Nothing here matches “BUxyz”.' }).waitFor();
    expect(await page.getByRole('link', { name: 'Find it everywhere' }).getAttribute('href')).toBe('/find?q=BUxyz');
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'New Folder' }).waitFor();
    await page.getByRole('button', { name: 'Clear the filter' }).click();
    await page.getByRole('link', { name: 'a.zip' }).waitFor();
    await page.getByRole('searchbox').and(page.locator(':focus')).fill('bu');
    await page.getByText('1 of 4 items match “bu”').waitFor();
    await page.locator('main').press('n');
    await page.getByLabel('Folder name').fill('Half typed');
    await page.getByRole('searchbox').fill('');
    await page.getByRole('link', { name: 'a.zip' }).waitFor();
    expect(await page.getByLabel('Folder name').inputValue()).toBe('Half typed');
    await page.getByRole('searchbox').fill('bu');
    await page.getByText('1 of 4 items match “bu”').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('searchbox').press('Escape');
    await page.locator('.box--current').waitFor();
    expect(await namesOn(page)).toEqual(['Bücher', 'b 10.jpg', 'b 9.txt', 'a.zip']);
  });

  test('and the order work on a phone', async () => {
    const { newPage, person } = await signedIn({ bypassCSP: true, ...phone });
    await fill(person, null);
    const page = await newPage('/task');
    await page.getByRole('searchbox', { name: 'Filter this folder' }).fill('b');
    await page.getByText('2 of 3 items match “b”').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sort: Date added' }).tap();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('menuitemradio', { name: 'Name' }).tap();
    await expectOrder(page, ['b 9.txt', 'b 10.jpg']);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });
});

/** Three files, of which no order is another one. Returns their ids. */
async function fill(person: Person, folderId: string | null): Promise<string[]> {
  const ids = [];
  for (const [name, size] of [
    ['b 10.jpg', 300],
    ['b 9.txt', 200],
    ['a.zip', 4000],
  ] as const)
    ids.push((await uploadFile(person, { name, body: bytes(size, `${folderId} ${name}`), folderId })).id);
  return ids;
}

async function expectOrder(page: Page, order: readonly string[]): Promise<void> {
  await expect.poll(async () => (await namesOn(page)).filter((name) => name.includes('.'))).toEqual(order);
}

/** The names on the page, in the order in which they are seen. */
async function namesOn(page: Page): Promise<string[]> {
  return await page.locator('[data-entry]').evaluateAll((links) =>
    links
      .map((link) => ({ name: link.getAttribute('aria-label') ?? '', box: link.getBoundingClientRect() }))
      .toSorted((one, other) => one.box.top - other.box.top || one.box.left - other.box.left)
      .map(({ name }) => name),
  );
}
