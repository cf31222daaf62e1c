import type { Page } from 'playwright-core';
import { open, type Screen, state } from './screen.ts';

/** Where the pictures are taken: a folder with things in it, and one whose files get newer versions. */
type Places = { folder: string; renewed: string };

/** An answer that never comes. */
const never = () => {};

/** What is under way: a selection that is drawn, a move, uploads; and what is asked or said about it. */
export function workScreens({ folder, renewed }: Places): Screen[] {
  return [
    state('rubber-band', true, async (page) => {
      await open(page, folder);
      const first = await page.getByRole('link', { name: 'First year', exact: true }).boundingBox();
      const { x, y, width, height } = first ?? { x: 0, y: 0, width: 0, height: 0 };
      await page.mouse.move(x - 10, y - 10);
      await page.mouse.down();
      await page.mouse.move(x + width + 60, y + height + 20, { steps: 6 });
      await page.getByRole('toolbar', { name: 'Selection' }).waitFor();
    }),
    state('running-move', true, async (page) => {
      await page.route('**/api/batch', never);
      await open(page, folder);
      for (const name of ['First year', 'Garden'])
        await page.getByRole('link', { name, exact: true }).click({ modifiers: ['ControlOrMeta'] });
      await page.keyboard.press('m');
      await page.getByRole('treeitem', { name: 'Letters' }).click();
      await page.getByRole('button', { name: 'Move here' }).click();
      await page.getByText('Moving 0 of 2').last().waitFor();
    }),
    state('undone-elsewhere', true, async (page) => {
      await open(page, renewed);
      await page.getByRole('link', { name: 'jam.txt' }).focus();
      await page.keyboard.press('Space');
      await page.keyboard.press('m');
      await page.getByRole('treeitem', { name: 'Letters' }).click();
      await page.getByRole('button', { name: 'Move here' }).click();
      await page.getByRole('link', { name: 'Show' }).click();
      await page.getByRole('link', { name: 'jam.txt' }).waitFor();
      await page.keyboard.press('ControlOrMeta+z');
      await page.getByText('Undone').waitFor();
    }),
    state('results', true, async (page) => {
      await page.route('**/api/entries/**', never);
      await open(page, folder);
      await page.getByRole('link', { name: 'Garden', exact: true }).focus();
      await page.keyboard.press('F2');
      await page.getByRole('dialog', { name: 'Rename' }).getByLabel('Name').fill('Vegetable garden');
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: 'Vegetable garden' }).waitFor();
    }),
    state('picker-new-folder', true, async (page) => {
      await open(page, folder);
      await page.getByRole('link', { name: 'First year', exact: true }).focus();
      await page.keyboard.press('Space');
      await page.keyboard.press('m');
      const picker = page.getByRole('dialog', { name: 'Move First year to…' });
      await picker.getByRole('treeitem', { name: 'Letters' }).click();
      await picker.getByRole('button', { name: 'New Folder' }).click();
      await picker.getByLabel('Folder name').fill('From Grandmother');
    }),
    state('version-toast', true, async (page) => {
      await renew(page, renewed, ['bread.txt']);
      await page.getByText(/^bread.txt is now version/).waitFor();
    }),
    state('version-toast-many', true, async (page) => {
      await renew(page, renewed, ['bread.txt', 'jam.txt']);
      await page.getByText('2 files have new versions now.').waitFor();
    }),
    state('uploads-paused', true, async (page) => {
      await manyUploads(page, folder);
      await page.getByRole('button', { name: 'Pause all' }).click();
      await page.getByRole('button', { name: 'Resume all' }).waitFor();
    }),
    state('uploads-many', true, async (page) => {
      await manyUploads(page, folder);
    }),
    state('uploads-held', true, async (page) => {
      await manyUploads(page, folder);
      const ended = { code: 'unauthenticated', message: 'You are logged out.', data: {} };
      await page.route('**/api/folders/**', (route) => route.fulfill({ status: 401, json: ended }));
      await page.route('**/api/auth/get-session', (route) => route.fulfill({ json: null }));
      await page.getByRole('link', { name: 'Root', exact: true }).click();
      await page.waitForURL('**/login');
      await page.getByRole('link', { name: 'Keepsake' }).first().click();
      await page.getByText('You were logged out.').waitFor();
    }),
    state('new-menu', true, async (page) => {
      await open(page, folder);
      const button = page
        .getByRole('navigation', { name: 'Main, phone' })
        .getByRole('button', { name: 'New', exact: true });
      // Only a phone has that bar.
      if (await button.isVisible()) await button.click();
    }),
    state('folder-failed', true, async (page) => {
      const failed = { code: 'internal-error', message: 'Something went wrong.', data: {} };
      await page.route('**/api/folders/**', (route) => route.fulfill({ status: 500, json: failed }));
      await page.goto(folder);
      await page.getByRole('alert').waitFor();
    }),
    state('login-as-somebody', true, async (page) => {
      await open(page, '/login');
    }),
  ];
}

/** Uploads files of the names of those that are in a folder. */
async function renew(page: Page, folder: string, names: readonly string[]): Promise<void> {
  await open(page, folder);
  const buffer = Buffer.from(`${Date.now()}, a little more sugar`);
  await filesOf(page).setInputFiles(names.map((name) => ({ name, mimeType: 'text/plain', buffer })));
}

/** Uploads that never end. */
async function manyUploads(page: Page, folder: string): Promise<void> {
  await open(page, folder);
  await page.route('**/api/uploads/**', never);
  // Few bytes: handing many over takes seconds.
  const buffer = Buffer.alloc(300_000);
  const names = Array.from({ length: 9 }, (_, at) => `film ${at + 1}.mov`);
  await filesOf(page).setInputFiles(names.map((name) => ({ name, mimeType: '', buffer })));
  await page.getByRole('button', { name: 'Pause all' }).waitFor();
}

function filesOf(page: Page) {
  return page.getByLabel('New File').and(page.locator(':enabled'));
}
