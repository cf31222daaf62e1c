/** The viewer over a folder: how it opens, steps and closes, by mouse, address and touch. */
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { findBarriers } from '#tests/support/browser/find-barriers.ts';
import { expectShown, openPictures, viewer } from '#tests/support/browser/open-pictures.ts';
import { signedIn } from '#tests/support/browser/signed-in.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';

describe('by mouse', () => {
  test('from the menu and the head of a folder; buttons, the strip, the wheel and a double click', async () => {
    const { page, person } = await openPictures();
    await page.getByRole('button', { name: 'View all' }).click();
    await expectShown(page, 'one.png', '1 of 3');
    await page.getByRole('button', { name: 'Next: two.png' }).click();
    await expectShown(page, 'two.png', '2 of 3');
    await page.getByRole('button', { name: 'three.png, 3 of 3' }).click();
    await expectShown(page, 'three.png', '3 of 3');
    await expect
      .poll(() => page.getByRole('button', { name: 'Next', exact: true }).getAttribute('aria-disabled'))
      .toBe('true');
    const zoom = viewer(page).getByRole('group', { name: 'Zoom' });
    await page.locator('.picture').dblclick();
    await zoom.getByText('250 %').waitFor();
    await page.locator('.picture').dblclick();
    await zoom.getByText('Fit').waitFor();
    await page.locator('.picture').hover();
    await page.mouse.wheel(0, -400);
    await zoom.getByText('Fit').waitFor({ state: 'detached' });
    await viewer(page).getByRole('button', { name: 'Star' }).click();
    await waitFor(async () => (await person.api.folders.children({ id: 'root' })).files.some((one) => one.starred), {
      what: 'a star',
    });
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('button', { name: 'More actions for two.png' }).click();
    await page.getByRole('menuitem', { name: 'View' }).click();
    await expectShown(page, 'two.png', '2 of 3');
  });

  test('what is magnified and moved to a corner is still in sight when the window is another one', async () => {
    const { page } = await openPictures('view', { viewport: { width: 800, height: 1280 } });
    await page.locator('.picture').dblclick();
    await page.locator('.picture--magnified').waitFor();
    await page.mouse.move(60, 600);
    await page.mouse.down();
    await page.mouse.move(780, 900, { steps: 3 });
    await page.mouse.up();
    const seen = () =>
      page.locator('.viewer__print').evaluate((print) => {
        const box = print.getBoundingClientRect();
        const stage = print.closest('.picture')?.getBoundingClientRect() ?? new DOMRect();
        return { left: Math.round(box.left - stage.left), coversRight: box.right >= stage.right - 1 };
      });
    await expect.poll(seen).toEqual({ left: 0, coversRight: true });
    await page.setViewportSize({ width: 1280, height: 720 });
    await expect.poll(seen).toEqual({ left: 0, coversRight: true });
  });

  test('a click does it where that was chosen; with Ctrl it still selects', async () => {
    const { page } = await openPictures();
    await page.goto('/dashboard/appearance');
    await page.getByRole('radio', { name: 'Shows it over the page' }).check();
    await page.goto('/task');
    await page.getByRole('link', { name: 'two.png' }).click();
    await expectShown(page, 'two.png', '2 of 3');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'one.png' }).click({ modifiers: ['ControlOrMeta'] });
    await page.getByText('1 selected', { exact: true }).waitFor();
    expect(await viewer(page).count()).toBe(0);
  });
});

describe('by address', () => {
  test('a link to it works, the back button closes it, and what is missing is said', async () => {
    const { page, files } = await openPictures();
    await page.getByRole('button', { name: 'View all' }).click();
    await expectShown(page, 'one.png', '1 of 3');
    const address = page.url();
    await page.goBack();
    await viewer(page).waitFor({ state: 'detached' });
    // Closed and opened again by the same address, it can be closed again.
    for (let times = 0; times < 2; times += 1) {
      await page.goForward();
      await expectShown(page, 'one.png', '1 of 3');
      await page.keyboard.press('Escape');
      await viewer(page).waitFor({ state: 'detached' });
    }
    await page.goto(address.replace(files[0]?.id ?? '', files[2]?.id ?? ''));
    await expectShown(page, 'three.png', '3 of 3');
    await page.keyboard.press('Escape');
    await viewer(page).waitFor({ state: 'detached' });
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await page.goto('/task?view=00000000-0000-7000-8000-000000000000');
    await page.getByRole('alert').getByText('The file of this link is not among those shown here.').waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe('');
  });

  test('a link into Recent or Find works too, and what is further down is read', async () => {
    const { page, files } = await openPictures();
    await page.route(/api\/(views|search)/, (route) =>
      route.continue({ url: route.request().url().replace('limit=100', 'limit=1') }),
    );
    await page.goto(`/recent?view=${files[0]?.id}`);
    await expectShown(page, 'one.png', '3 of 3');
    await page.goto(`/find?q=one&view=${files[0]?.id}`);
    await expectShown(page, 'one.png', '1 of 1');
  });

  test('in Starred, a file whose star is removed stays until one steps', async () => {
    const { page, person, files } = await openPictures();
    for (const { id } of files) await person.api.entries.update({ id, starred: true });
    await page.goto(`/starred?view=${files[1]?.id}`);
    await expectShown(page, 'two.png', '2 of 3');
    const again = page.waitForResponse('**/api/views/starred*');
    await viewer(page).getByRole('button', { name: 'Remove star' }).click();
    await again;
    await expect.poll(() => page.locator('.view__name').allInnerTexts()).toEqual(['three.png', 'one.png']);
    await expectShown(page, 'two.png', '2 of 3');
    await page.keyboard.press('ArrowRight');
    await expectShown(page, 'one.png', '2 of 2');
  });

  test('what another device removes makes room for the next, and the last one closes it', async () => {
    const { page, person, files } = await openPictures('view');
    await person.api.entries.remove({ id: files[0]?.id ?? '' });
    await expectShown(page, 'two.png', '1 of 2');
    await page.getByText('It is no longer here.').waitFor();
    for (const { id } of files.slice(1)) await person.api.entries.remove({ id });
    await viewer(page).waitFor({ state: 'detached' });
  });
});

test('what does not open while the server cannot be reached opens by itself when it is back', async () => {
  const { newPage, person, context, expectUnreachable } = await signedIn();
  expectUnreachable();
  const film = await readFile(new URL('../../support/fixtures/media/film.webm', import.meta.url));
  await uploadFile(person, { name: 'first.pes', body: Buffer.from('x') });
  await uploadFile(person, { name: 'film.webm', contentType: 'video/webm', body: film });
  await uploadFile(person, { name: 'letter.txt', body: Buffer.from('Dear Ada') });
  const page = await newPage('/task');
  await page.getByRole('button', { name: 'View all' }).click();
  await page.getByRole('heading', { name: 'This kind does not open here' }).waitFor();
  const star = page.getByRole('button', { name: 'Star', exact: true });
  await context.setOffline(true);
  await expect.poll(() => star.isDisabled()).toBe(true);
  await page.keyboard.press('ArrowRight');
  await page.getByRole('heading', { name: 'This file is not on this device' }).waitFor();
  await context.setOffline(false);
  await page.getByLabel('Player', { exact: true }).waitFor();

  await context.setOffline(true);
  await page.keyboard.press('ArrowRight');
  await page.getByRole('heading', { name: 'This file could not be loaded' }).waitFor();
  await expect.poll(() => star.isDisabled()).toBe(true);
  await context.setOffline(false);
  await page.getByRole('dialog').getByText('Dear Ada').waitFor();
});

describe('by touch', () => {
  test('a swipe steps, two taps magnify, two fingers too, and one finger then moves the picture', async () => {
    const { page } = await openPictures('view', {
      hasTouch: true,
      isMobile: true,
      viewport: { width: 390, height: 844 },
    });
    const devtools = await page.context().newCDPSession(page);
    const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
    const swipe = async (from: number, to: number) => {
      await touch('touchStart', { x: from, y: 400 });
      for (const part of [0.3, 0.6, 1]) await touch('touchMove', { x: from + (to - from) * part, y: 402 });
      await touch('touchEnd');
    };
    await swipe(300, 100);
    await expectShown(page, 'two.png', '2 of 3');
    await swipe(100, 300);
    await expectShown(page, 'one.png', '1 of 3');

    const print = page.locator('.viewer__print');
    const scale = () => print.evaluate((element) => Number(getComputedStyle(element).scale));
    await touch('touchStart', { x: 150, y: 400 }, { x: 240, y: 400 });
    await touch('touchMove', { x: 105, y: 400 }, { x: 285, y: 400 });
    await touch('touchEnd');
    await expect.poll(scale).toBeCloseTo(2, 1);
    const x = () => print.evaluate((element) => element.getBoundingClientRect().x);
    const before = await x();
    await swipe(300, 250);
    await expect.poll(x).toBeLessThan(before - 20);
    await expectShown(page, 'one.png', '1 of 3');
    // Soon one after the other, however long the browser takes to say so.
    const now = Date.now() / 1000;
    for (const [at, type] of (['touchStart', 'touchEnd', 'touchStart', 'touchEnd'] as const).entries())
      await devtools.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchStart' ? [{ x: 200, y: 400 }] : [],
        timestamp: now + at * 0.02,
      });
    await expect.poll(scale).toBe(1);
  });
});

test('nothing of it is a barrier, with the details open as well', async () => {
  const { page } = await openPictures('view', { bypassCSP: true });
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press('i');
  await page.getByText('Version 1').waitFor();
  expect(await findBarriers(page)).toEqual([]);
});
