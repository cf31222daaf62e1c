/** Finding over any page, by the keyboard. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findBarriers } from '#tests/support/browser/find-barriers.ts';
import { holdRequests } from '#tests/support/browser/hold-requests.ts';
import { signedIn } from '#tests/support/browser/signed-in.ts';
import { stopClock } from '#tests/support/browser/stop-clock.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Find folders and files' });
const chosen = (page: Page) => palette(page).getByRole('option', { selected: true });

test('opens a folder that is typed and entered at once, and is gone then', async () => {
  const { page, lakes } = await openFilled();
  // As after a click on it: no text is written there.
  await page.getByRole('radio', { name: 'Grid' }).focus();
  await page.keyboard.press('/');
  await palette(page).waitFor();
  await page.keyboard.type('lakes');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/folder/${lakes}`);
  await palette(page).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'New Folder' }).waitFor();

  // Also while a name is typed, where / is a character of its own.
  await page.getByRole('searchbox', { name: 'Filter this folder' }).focus();
  await page.keyboard.press('ControlOrMeta+k');
  await palette(page).waitFor();
  await page.keyboard.press('Escape');
  await palette(page).waitFor({ state: 'detached' });
});

test('names no keys to a finger, which closes it with a cross', async () => {
  const { newPage, person } = await signedIn({ viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true });
  await uploadFile(person, { name: 'jam.txt', body: bytes(3) });
  const page = await newPage('/task');
  await page.getByRole('button', { name: 'Find folders and files' }).tap();
  const close = palette(page).getByRole('button', { name: /^Close/ });
  await palette(page).getByRole('combobox').fill('jam');
  await palette(page).getByRole('option', { selected: true }).waitFor();
  expect(await palette(page).locator('.key:visible').count()).toBe(0);
  expect(await close.locator('svg').isVisible()).toBe(true);
  await close.tap();
  await palette(page).waitFor({ state: 'detached' });
});

test('what is typed before it is there is looked for, and is no shortcut of the page', async () => {
  const { page } = await openFilled();
  for (const open of ['/', 'ControlOrMeta+k']) {
    await page.keyboard.press(open);
    await page.keyboard.type('letters on');
    await expect.poll(() => palette(page).getByRole('combobox').inputValue()).toBe('letters on');
    await page.keyboard.press('Escape');
    await palette(page).waitFor({ state: 'detached' });
  }
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await page.getByRole('radio', { name: 'Grid' }).isChecked()).toBe(true);
  // Afterwards nothing has the focus, as before, and letters are shortcuts again.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  await page.keyboard.press('l');
  await expect.poll(() => page.getByRole('radio', { name: 'List' }).isChecked()).toBe(true);
});

test('arrow keys choose, Enter opens a file in a new tab, Ctrl Enter shows its folder', async () => {
  const { page, letters } = await openFilled();
  await page.getByRole('button', { name: 'Find folders and files' }).click();
  await palette(page).waitFor();
  await page.keyboard.type('LÄKE');
  await expect.poll(() => namesOf(page)).toEqual(['lake morning.jpg', 'Lakes']);
  expect(await palette(page).locator('mark').allInnerTexts()).toEqual(['lake', 'Lake']);
  expect(await findBarriers(page)).toEqual([]);
  await expect.poll(() => chosen(page).innerText()).toContain('lake morning.jpg');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => chosen(page).innerText()).toContain('Lakes');
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => chosen(page).innerText()).toContain('lake morning.jpg');
  const field = palette(page).getByRole('combobox');
  expect(await field.getAttribute('aria-activedescendant')).toBe(await chosen(page).getAttribute('id'));
  const opened = page.context().waitForEvent('page');
  await page.keyboard.press('Enter');
  await (await opened).waitForURL('**/content/**');
  await palette(page).waitFor({ state: 'detached' });

  await page.keyboard.press('ControlOrMeta+k');
  await palette(page).getByRole('combobox').fill('morning');
  await expect.poll(() => namesOf(page)).toEqual(['lake morning.jpg']);
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.waitForURL(`**/folder/${letters}`);
  await page.getByRole('checkbox', { name: 'Select lake morning.jpg', checked: true }).waitFor();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('lake morning.jpg');
});

test('an entry is brought into view among thousands that are not drawn', async () => {
  const { page, person } = await openFilled();
  const { id: many } = await person.api.folders.create({ name: 'Many', parentId: null });
  for (let at = 0; at < 300; at += 100) {
    const names = Array.from({ length: 100 }, (_, i) => `walk ${at + i}`);
    await person.api.batch({ operations: names.map((name) => ({ do: 'create-folder', name, parentId: many })) });
  }
  await page.keyboard.press('/');
  await palette(page).getByRole('combobox').fill('walk 222');
  await expect.poll(() => namesOf(page)).toEqual(['walk 222']);
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.waitForURL(`**/folder/${many}`);
  const link = page.getByRole('link', { name: 'walk 222' });
  await expect.poll(() => link.evaluate((element) => element === document.activeElement)).toBe(true);
  await expect.poll(() => isOnScreen(page, 'walk 222')).toBe(true);
});

test('does what has the typed name: a new folder, a page, everything that was found', async () => {
  const { page, person } = await openFilled();
  await page.keyboard.press('/');
  await palette(page).getByRole('combobox').fill('Walks');
  await palette(page).getByText('No results for “Walks”').waitFor();
  expect(await findBarriers(page)).toEqual([]);
  // Enter alone makes nothing.
  await page.keyboard.press('Enter');
  expect(await chosen(page).count()).toBe(0);
  await palette(page).getByRole('option', { name: 'New Folder “Walks”' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Walks' }).waitFor();
  expect((await person.api.folders.children({ id: 'root' })).folders.map(({ name }) => name)).toContain('Walks');

  await page.keyboard.press('/');
  await palette(page).getByRole('combobox').fill('starr');
  // What is found, or that nothing is, moves the options below it.
  await palette(page).getByText('No results for “starr”').waitFor();
  await palette(page).getByRole('option', { name: 'Go to Starred' }).click();
  await page.waitForURL('**/starred');

  await page.keyboard.press('/');
  await palette(page).getByRole('combobox').fill('lake');
  await palette(page).getByRole('link', { name: 'All 2 results' }).click();
  await page.waitForURL('**/find?q=lake');
});

test('stays when the page that was asked for before it comes after it', async () => {
  const { page } = await openFilled();
  // Its code is there: what has to be loaded comes later than the page.
  await page.keyboard.press('/');
  await palette(page).waitFor();
  await page.keyboard.press('Escape');
  await palette(page).waitFor({ state: 'detached' });
  await page.evaluate(() => {
    const push = history.pushState.bind(history);
    history.pushState = (...entry) => {
      push(...entry);
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true, cancelable: true }));
    };
  });
  await page.getByRole('link', { name: 'Starred' }).click();
  await page.getByRole('heading', { name: 'Starred', exact: true }).waitFor();
  await palette(page).getByRole('combobox').fill('lake');
  await palette(page).getByRole('link', { name: 'All 2 results' }).waitFor();
});

test('Enter opens only what was there to be opened: not what is pointed at later, nor what takes the place of a choice', async () => {
  const { page, person } = await openFilled();
  const held = await holdRequests(page, '**/api/search*');
  await page.keyboard.press('/');
  const field = palette(page).getByRole('combobox');
  await field.fill('Walks');
  await page.keyboard.press('Enter');
  await held.arrived;
  held.release();
  await palette(page).getByText('No results for “Walks”').waitFor();
  await palette(page).getByRole('option', { name: 'New Folder “Walks”' }).hover();
  await expect.poll(() => chosen(page).innerText()).toContain('Walks');

  await field.fill('lake');
  await expect.poll(() => namesOf(page)).toEqual(['lake morning.jpg', 'Lakes']);
  await expect.poll(() => chosen(page).innerText()).toContain('lake morning.jpg');
  await page.keyboard.press('ArrowDown');
  const lakes = (await person.api.folders.children({ id: 'root' })).folders.find(({ name }) => name === 'Lakes');
  await person.api.entries.remove({ id: lakes?.id ?? '' });
  await expect.poll(() => namesOf(page)).toEqual(['lake morning.jpg']);
  await page.keyboard.press('Enter');
  expect(await palette(page).count()).toBe(1);
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => chosen(page).innerText()).toContain('lake morning.jpg');
  expect((await person.api.folders.children({ id: 'root' })).folders.map(({ name }) => name)).toEqual(['Letters']);
});

test('a click on what has just come under the pointer opens nothing', async () => {
  const { page } = await openFilled();
  const held = await holdRequests(page, '**/api/search*');
  await page.keyboard.press('/');
  await palette(page).getByRole('combobox').fill('l');
  const first = palette(page).getByRole('option').first();
  await first.hover();
  const { x = 0, y = 0 } = (await first.boundingBox()) ?? {};
  await held.arrived;
  // As soon as it is drawn, which nobody can aim at, however long drawing takes.
  await stopClock(page);
  await page.evaluate(
    ([left = 0, top = 0]) => {
      const isThere = () => document.querySelector('[role=listbox] b') !== null;
      const watching = new MutationObserver(() => {
        if (!isThere()) return;
        watching.disconnect();
        const element = document.elementFromPoint(left + 10, top + 10);
        element?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
        Reflect.set(window, 'clicked', element?.closest('[role=option]')?.textContent);
      });
      watching.observe(document, { subtree: true, childList: true });
    },
    [x, y],
  );
  held.release();
  await expect.poll(() => page.evaluate(() => String(Reflect.get(window, 'clicked')))).toContain('ake');
  await expect.poll(() => chosen(page).innerText()).toContain('ake');
  expect(await palette(page).count()).toBe(1);
});

test('does not stay over another page that the history leads to', async () => {
  const { page, lakes } = await openFilled();
  await page.getByRole('link', { name: 'Lakes' }).click();
  await page.waitForURL(`**/folder/${lakes}`);
  await page.keyboard.press('/');
  await palette(page).waitFor();
  await page.evaluate(() => history.back());
  await page.waitForURL('**/task');
  await palette(page).waitFor({ state: 'detached' });
});

test('shows what is recent before anything is typed', async () => {
  const { page } = await openFilled();
  await page.keyboard.press('/');
  await expect.poll(() => namesOf(page)).toContain('lake morning.jpg');
  expect(await palette(page).getByRole('option', { name: 'Go to Trash' }).count()).toBe(1);
});

/** Root with Lakes and Letters, which holds a picture. */
async function openFilled() {
  const { newPage, person } = await signedIn({ bypassCSP: true });
  const { id: lakes } = await person.api.folders.create({ name: 'Lakes', parentId: null });
  const { id: letters } = await person.api.folders.create({ name: 'Letters', parentId: null });
  await uploadFile(person, { name: 'lake morning.jpg', body: bytes(20), folderId: letters });
  const page = await newPage('/task');
  await page.getByRole('link', { name: 'Letters' }).waitFor();
  return { page, person, lakes, letters };
}

async function isOnScreen(page: Page, name: string): Promise<boolean> {
  const box = await page.getByRole('link', { name }).boundingBox();
  return box !== null && box.y >= 0 && box.y + box.height <= (page.viewportSize()?.height ?? 0);
}

async function namesOf(page: Page): Promise<string[]> {
  return await palette(page).getByRole('option').locator('b').allInnerTexts();
}
