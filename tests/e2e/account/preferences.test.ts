/** What people set in their system or browser: less motion, a larger page, colours of their own. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { phone } from '#tests/support/browser/root-to-select-in.ts';
import { signedIn } from '#tests/support/browser/signed-in.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';

const pages = ['/', '/login', '/signup', '/forgot', '/dashboard', '/task'];

describe('motion', () => {
  test('the page moves for those who do not mind, and stands still for those who do', async () => {
    const moving = await heldFolder({ reducedMotion: 'no-preference' });
    expect(await endlessAnimations(moving)).toBeGreaterThan(0);
    expect(await longestTransitionSeconds(moving)).toBeGreaterThan(0);

    const still = await heldFolder({ reducedMotion: 'reduce' });
    expect(await endlessAnimations(still)).toBe(0);
    expect(await longestTransitionSeconds(still)).toBe(0);
  });
});

describe('zoom', () => {
  // A window of 1280 px at 200 % is 640 px wide to the page, and 320 px at 400 % (WCAG 1.4.10).
  test.each([
    [200, 640],
    [400, 320],
  ])('at %i %% nothing is cut off and nothing has to be scrolled sideways', async (percent, width) => {
    const { newPage, person } = await signedIn({
      viewport: { width, height: Math.round((width * 900) / 1280) },
      deviceScaleFactor: percent / 100,
    });
    await person.api.folders.create({ name: 'A folder with a rather long name', parentId: null });
    await uploadFile(person, { name: 'and-a-file-with-one-too.txt', body: bytes(3) });
    for (const path of pages) {
      const page = await newPage(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
      expect([path, ...(await outsideOf(page))]).toEqual([path]);
      await page.close();
    }
    const page = await newPage('/task');
    await page.getByRole('button', { name: 'New Folder' }).click();
    await page.getByLabel('Folder name').fill('Made at this size');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('link', { name: 'Made at this size' }).waitFor();
  });

  test('on a phone nothing is cut off with text of twice the size', async () => {
    const { newPage, person } = await signedIn(phone);
    await person.api.folders.create({ name: 'Summer at the lake', parentId: null });
    await uploadFile(person, { name: 'balloons.txt', body: bytes(3) });
    for (const path of ['/', '/task', '/dashboard/devices', '/dashboard/security']) {
      const page = await newPage();
      await enlargeText(page);
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
      expect([path, ...(await outsideOf(page))]).toEqual([path]);
      await page.close();
    }
  });

  test('on a phone with large text, names in Trash have the width of the page', async () => {
    const { newPage, person } = await signedIn(phone);
    const { id } = await uploadFile(person, { name: 'balloons.txt', body: bytes(3) });
    await person.api.entries.remove({ id });
    const page = await newPage();
    await enlargeText(page);
    await page.goto('/trash');
    const name = page.getByText('balloons.txt', { exact: true });
    expect((await name.boundingBox())?.width).toBeGreaterThan(180);
    // The buttons are below the words, which they do not cover.
    const words = await page.getByText('From Root').boundingBox();
    const restore = await page.getByRole('button', { name: 'Restore balloons.txt' }).boundingBox();
    expect(restore?.y).toBeGreaterThanOrEqual((words?.y ?? 0) + (words?.height ?? 0));
    expect(await outsideOf(page)).toEqual([]);
  });

  test('on a phone with large text, the details and the toast of uploads are read line by line', async () => {
    const { newPage, person } = await signedIn(phone);
    await uploadFile(person, { name: 'balloons.txt', body: bytes(3) });
    const page = await newPage();
    await enlargeText(page);
    await page.goto('/task');
    await page.getByRole('button', { name: 'More actions for balloons.txt' }).click();
    await page.getByRole('menuitem', { name: 'Details' }).click();
    const term = page.getByText('Modified', { exact: true });
    expect(await term.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    await page.keyboard.press('Escape');

    await page.route('**/api/uploads/**', () => {}); // Bytes that never arrive keep uploads running.
    const input = page.getByLabel('New File').and(page.locator(':enabled'));
    const buffer = Buffer.alloc(300_000);
    await input.setInputFiles([1, 2, 3, 4, 5, 6].map((at) => ({ name: `film ${at}.mov`, mimeType: '', buffer })));
    await page.getByRole('button', { name: 'Cancel all' }).waitFor();
    expect(await outsideOf(page)).toEqual([]);
    const state = await page.getByText('Uploading', { exact: true }).last().boundingBox();
    expect(state?.height).toBeLessThan(60);
  });

  test('text of twice the size stays in its place', async () => {
    const { newPage } = await signedIn({ viewport: { width: 1280, height: 900 } });
    for (const path of pages) {
      const page = await newPage(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '32px'));
      expect([path, ...(await outsideOf(page))]).toEqual([path]);
      await page.close();
    }
  });
});

describe('forced colours', () => {
  test('what only its ground told apart has an edge, and the focus an outline', async () => {
    const { newPage, person } = await signedIn({ forcedColors: 'active' });
    await person.api.folders.create({ name: 'Letters', parentId: null });
    const page = await newPage('/task');
    const tile = page.locator('.tile').filter({ has: page.getByRole('link', { name: 'Letters' }) });
    expect(await edgeOf(tile.locator('.box__front'))).toMatch(/^solid [1-9]/);
    await page.getByRole('link', { name: 'Letters' }).focus();
    await page.keyboard.press('F2');
    const field = page.getByRole('dialog').getByLabel('Name');
    await field.waitFor();
    expect(await edgeOf(field)).toMatch(/^solid [1-9]/);
    for (const name of ['Cancel', 'Rename']) {
      expect(await edgeOf(page.getByRole('dialog').getByRole('button', { name, exact: true }))).toMatch(/^solid [1-9]/);
    }
    await page.keyboard.press('Tab');
    expect(
      await page.evaluate(() => {
        const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body);
        return `${outlineStyle} ${outlineWidth}`;
      }),
    ).toMatch(/^solid [2-9]/);
  });
});

/** A folder that is still being read, so that its places shimmer. */
async function heldFolder(options: Parameters<typeof signedIn>[0]): Promise<Page> {
  const { newPage } = await signedIn(options);
  const page = await newPage();
  await page.route('**/api/folders/**', () => {});
  await page.goto('/task');
  await page.locator('.skel').first().waitFor();
  return page;
}

function endlessAnimations(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY)
        .length,
  );
}

function longestTransitionSeconds(page: Page): Promise<number> {
  return page.evaluate(() => {
    const seconds = Array.from(document.querySelectorAll('*')).flatMap((element) =>
      getComputedStyle(element).transitionDuration.split(',').map(Number.parseFloat),
    );
    return Math.max(...seconds);
  });
}

/** As large as a browser is told to show text, also to what the page asks of it. */
async function enlargeText(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
}

/** What can be seen and used but lies beyond the left or right edge of the page. */
function outsideOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const wide = scrollWidth > clientWidth ? [`the page is ${scrollWidth} of ${clientWidth} px wide`] : [];
    const things = Array.from(document.querySelectorAll<HTMLElement>('a, button, input, h1, h2, h3, p, label'));
    const outside = things.filter((thing) => {
      if (!thing.checkVisibility() || thing.closest('.skip, .sr-only')) return false;
      const { left, right, width } = thing.getBoundingClientRect();
      return width > 1 && (left < -1 || right > clientWidth + 1);
    });
    return [...wide, ...outside.map((thing) => thing.outerHTML.slice(0, 120))];
  });
}

async function edgeOf(element: Locator): Promise<string> {
  return await element.evaluate((one) => {
    const { borderTopStyle, borderTopWidth } = getComputedStyle(one);
    return `${borderTopStyle} ${borderTopWidth}`;
  });
}
