/** Grid and list, tiles that show what they hold, and folders of which only a part is drawn. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { newPerson } from '#tests/support/browser/browser.ts';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { sharedServer } from '#tests/support/server/shared-server.ts';

const longName = 'A long name of a file that is here.txt';
const foreignNames = [
  'Лето на озере 1974.txt',
  'Καλοκαίρι στη λίμνη.txt',
  'صيف على البحيرة.txt',
  'קיץ באגם הגדול.txt',
  '湖畔的夏天和冬天的回忆.txt',
  '👨‍👩‍👧‍👦 family 🏖️🏖️.txt',
  `${'x'.repeat(240)}.txt`,
];

describe('grid and list', () => {
  test('the list shows full names, type, size and date; the choice is remembered', async () => {
    const { page, person } = await openRoot();
    await person.api.folders.create({ name: 'A long name of a folder', parentId: null });
    await uploadFile(person, { name: longName, body: bytes(4200) });
    await page.getByRole('link', { name: longName }).waitFor();
    await page.getByText('List', { exact: true }).click();
    const table = page.getByRole('grid', { name: 'Contents of Root' });
    expect(await table.getByRole('columnheader').allTextContents()).toEqual([
      'Name',
      'Type',
      'Size',
      'Modified',
      'More',
    ]);
    const cells = table.getByRole('row').filter({ hasText: longName }).getByRole('gridcell');
    expect((await cells.allTextContents()).slice(1, 4)).toEqual([
      'Text',
      '4 kB',
      expect.stringMatching(/^\d+ \w+ \d{4}, \d\d:\d\d$/),
    ]);
    await table.getByText(longName, { exact: true }).waitFor();

    await page.reload();
    await page.getByRole('grid').waitFor();
    await page.getByRole('link', { name: 'A long name of a folder' }).click();
    await page.getByRole('heading', { name: 'A long name of a folder' }).waitFor();
    await page.getByRole('button', { name: 'New Folder' }).click();
    await page.getByLabel('Folder name').fill('Inside');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('row').getByRole('link', { name: 'Inside' }).waitFor();
    await page.getByText('Grid', { exact: true }).click();
    await page.getByRole('gridcell').getByRole('link', { name: 'Inside' }).waitFor();
    expect(await page.getByRole('grid', { name: 'Contents of A long name of a folder' }).count()).toBe(0);
  });

  test('what would disguise a name is seen in tiles, rows, breadcrumbs, headings and titles', async () => {
    const { page, person } = await openRoot();
    const { id: folderId } = await person.api.folders.create({ name: 'Al\u202ebum', parentId: null });
    await uploadFile(person, { name: 'cod\u202egpj.exe', body: bytes(10), folderId });
    await page.getByRole('link', { name: 'Al\ufffdbum', exact: true }).click();
    await page.getByRole('heading', { name: 'Al\ufffdbum' }).waitFor();
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByText('Al\ufffdbum').waitFor();
    await waitFor(async () => (await page.title()).startsWith('Al\ufffdbum'), { what: 'the title' });
    for (const view of ['Grid', 'List']) {
      await page.getByText(view, { exact: true }).click();
      await page.getByRole('link', { name: 'cod\ufffdgpj.exe', exact: true }).waitFor();
      expect(await page.evaluate(() => document.body.innerText)).not.toContain('\u202e');
    }
  });

  test('what would disguise a name is in no label, title or toast either', async () => {
    const { page, person } = await openRoot();
    const { id: folderId } = await person.api.folders.create({ name: 'Al\u202ebum', parentId: null });
    const file = await uploadFile(person, { name: 'cod\u202egpj.\u202eexe', body: bytes(10), folderId });
    await person.api.appPasswords.create({ name: 'Cam\u202eera' });
    await page.getByRole('link', { name: 'Al\ufffdbum', exact: true }).click();
    for (const view of ['Grid', 'List']) {
      await page.getByText(view, { exact: true }).click();
      await page.getByRole('link', { name: 'cod\ufffdgpj.\ufffdexe', exact: true }).waitFor();
      expect(await disguised(page)).toEqual([]);
    }
    for (const action of ['Details', 'Move to…']) {
      await page.getByRole('button', { name: /^More actions for cod/ }).click();
      expect(await disguised(page)).toEqual([]);
      await page.getByRole('menuitem', { name: action }).click();
      await page.getByRole('dialog').getByText('cod\ufffdgpj.\ufffdexe').first().waitFor();
      expect(await disguised(page)).toEqual([]);
      await page.keyboard.press('Escape');
    }

    await page.route('**/api/uploads**', (route) => void route);
    await page.getByLabel('New File').setInputFiles({
      name: 'rav\u202egpj.exe',
      mimeType: 'image/png',
      buffer: Buffer.from('held back'),
    });
    await page.getByRole('button', { name: 'Pause rav\ufffdgpj.exe' }).click();
    await page.getByRole('button', { name: 'Resume rav\ufffdgpj.exe' }).waitFor();
    await page.getByRole('progressbar', { name: 'rav\ufffdgpj.exe' }).waitFor();
    expect(await disguised(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel rav\ufffdgpj.exe' }).click();

    await person.api.entries.remove({ id: file.id });
    await page.goto('/trash');
    await page.getByText('cod\ufffdgpj.\ufffdexe').waitFor();
    expect(await disguised(page)).toEqual([]);
    await page.goto('/dashboard/devices');
    await page.getByRole('button', { name: 'Revoke Cam\ufffdera' }).waitFor();
    expect(await disguised(page)).toEqual([]);
    await page.goto('/dashboard/security');
    await page.getByText('An app password was created: Cam\ufffdera').waitFor();
    expect(await disguised(page)).toEqual([]);
  });

  test.each([360, 1280])('names in any script fit, at %i px', async (width) => {
    const { page, person } = await openRoot({ width });
    for (const name of foreignNames) await uploadFile(person, { name, body: bytes(10) });
    for (const view of ['Grid', 'List']) {
      await page.getByText(view, { exact: true }).click();
      // Only what is on the screen, and a little around it, is drawn.
      await page.evaluate(() => scrollTo(0, 0));
      for (const name of foreignNames) {
        const shown = page.getByRole('link', { name, exact: true });
        await waitFor(async () => (await shown.count()) === 1 || page.mouse.wheel(0, 150), {
          what: `the tile of ${name}`,
        });
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
        0,
      );
    }
  });
});

describe('pictures', () => {
  test('a tile shows the thumbnail in its own proportions and never loads the file', async () => {
    const { page, person } = await openRoot();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const file = await uploadFile(person, { name: 'lake.webp', body: await readFile('web/ui/pictures/lake.webp') });
    const picture = page.getByRole('gridcell').filter({ hasText: 'lake.webp' }).locator('img');
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    const { preview } = await latest(person, file.id);
    if (preview?.state !== 'made') throw new Error('no preview was made');
    const ratio = await picture.evaluate((image) => image.clientWidth / image.clientHeight);
    expect(Math.abs(ratio - preview.width / preview.height)).toBeLessThan(0.1);
    expect(await picture.evaluate((image) => getComputedStyle(image).backgroundImage)).toContain('data:image/');
    expect(asked).toContain(new URL(preview.url, 'http://keepsake').pathname);
    expect(asked).not.toContain(new URL(file.url, 'http://keepsake').pathname);
  });

  test('a picture that cannot be drawn says so', async () => {
    const { page, person } = await openRoot();
    await uploadFile(person, { name: 'torn.jpg', body: bytes(500) });
    const tile = page.getByRole('gridcell').filter({ hasText: 'torn.jpg' });
    await tile.getByText('No preview').waitFor();
  });
});

test('of a large folder only what is near is drawn; it says how many there are, and the focus stays', async () => {
  const { page, person } = await openRoot();
  const names = Array.from({ length: 420 }, (_, at) => `Folder ${String(at).padStart(3, '0')}`);
  for (const name of names) await person.api.folders.create({ name, parentId: null });
  await page.getByText('420 folders').waitFor();
  for (const view of ['Grid', 'List'] as const) {
    await page.getByText(view, { exact: true }).click();
    const drawn = page.getByRole('link', { name: /^Folder \d/ });
    await page.getByRole('link', { name: 'Folder 000' }).focus();
    expect(await drawn.count()).toBeLessThan(100);
    if (view === 'Grid') {
      const grid = page.getByRole('grid', { name: 'Folders' });
      const columns = Number(await grid.getAttribute('aria-colcount'));
      expect(await grid.getAttribute('aria-rowcount')).toBe(String(Math.ceil(423 / columns)));
      const row = grid.getByRole('row').filter({ has: page.getByRole('link', { name: 'Folder 000' }) });
      const cell = row.getByRole('gridcell').filter({ has: page.getByRole('link', { name: 'Folder 000' }) });
      expect(await cell.getAttribute('aria-selected')).toBe('false');
      expect([await row.getAttribute('aria-rowindex'), await cell.getAttribute('aria-colindex')]).toEqual(['1', '4']);
      // With another number of columns it is in another row.
      await page.setViewportSize({ width: 700, height: 800 });
      await expect.poll(() => grid.getAttribute('aria-colcount')).toBe('2');
      await expect.poll(() => focused(page)).toBe('Folder 000');
      await page.setViewportSize({ width: 1280, height: 800 });
      await expect.poll(() => grid.getAttribute('aria-colcount')).toBe(String(columns));
      await expect.poll(() => focused(page)).toBe('Folder 000');
    } else expect(await page.getByRole('grid').getAttribute('aria-rowcount')).toBe('421');

    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await page.getByRole('link', { name: 'Folder 419' }).waitFor();
    expect(await drawn.count()).toBeLessThan(100);
    await expect.poll(() => focused(page)).toBe('Folder 000');
    await page.keyboard.press('ArrowRight');
    if (view === 'Grid') {
      await expect.poll(() => focused(page)).toBe('Folder 001');
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeLessThan(500);
    }
    await page.keyboard.press('End');
    await expect.poll(() => focused(page)).toBe('Folder 419');
    await page.evaluate(() => window.scrollTo(0, 0));
  }
});

async function focused(page: Page): Promise<string | null | undefined> {
  return await page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
}

async function openRoot({ width = 1280 } = {}) {
  const server = await sharedServer();
  const person = await signUp(server);
  const browser = await newPerson(server, { as: person, viewport: { width, height: 800 } });
  const page: Page = await browser.newPage('/task');
  await page.getByRole('button', { name: 'New Folder' }).waitFor();
  return { person, page };
}

/** Texts and attributes of the page that can disguise a name. */
async function disguised(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const attributes = [...document.querySelectorAll('*')].flatMap((element) =>
      [...element.attributes].map(({ name, value }) => `${name}=${value}`),
    );
    return [document.title, document.body.innerText, ...attributes].filter((text) => text.includes('\u202e'));
  });
}

async function latest(person: Person, id: string) {
  const { file } = await person.api.entries.get({ id });
  if (file === null) throw new Error('no file');
  return file;
}
