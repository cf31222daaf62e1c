/** How many clicks and keys everyday tasks take: docs/clicks.md says it, and this does each of them. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signedIn } from '#tests/support/browser/signed-in.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';

type Home = Awaited<ReturnType<typeof openHome>>;

/** By the words of the table. What is typed is filled in, so that only other keys are heard. */
const tasks: Record<string, (home: Home) => Promise<unknown>> = {
  async 'find a file by its name and open it'({ page }) {
    await page.getByRole('button', { name: 'Find folders and files' }).click();
    await page.getByRole('combobox', { name: 'Find folders and files' }).fill('file 13');
    const opened = page.context().waitForEvent('page');
    await page.getByRole('option', { name: /file 13\.txt/ }).click();
    await (await opened).close();
  },
  async 'move 20 files to another folder'({ page, inLetters }) {
    await row(page, 'file 01.txt').hover();
    await page.getByRole('checkbox', { name: 'Select file 01.txt' }).click();
    await row(page, 'file 20.txt').click({ modifiers: ['Shift'] });
    await page.getByRole('toolbar', { name: 'Selection' }).getByText('20 selected', { exact: true }).waitFor();
    await row(page, 'file 02.txt').dragTo(row(page, 'Letters'));
    await expect.poll(inLetters).toBe(20);
  },
  async 'copy a file'({ page }) {
    await fromMenu(page, 'file 01.txt', 'Make a copy');
    await row(page, 'file 01 (copy).txt').waitFor();
  },
  async 'rename a file'({ page }) {
    await fromMenu(page, 'file 01.txt', 'Rename');
    await page.getByRole('dialog', { name: 'Rename' }).getByLabel('Name').fill('first.txt');
    await page.keyboard.press('Enter');
    await row(page, 'first.txt').waitFor();
  },
  async 'delete a file, and undo it'({ page }) {
    await fromMenu(page, 'file 01.txt', 'Move to Trash');
    await row(page, 'file 01.txt').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await row(page, 'file 01.txt').waitFor();
  },
  async 'restore an earlier version'({ page }) {
    await fromMenu(page, 'file 00.txt', 'Details');
    await page.getByRole('button', { name: 'Restore version 1' }).click();
    await page.getByText('Version 1 was restored as version 3.').waitFor();
  },
  async 'sort by date'({ page }) {
    await page.getByRole('columnheader', { name: 'Modified' }).getByRole('button').click();
    await page.getByRole('columnheader', { name: 'Modified' }).and(page.locator('[aria-sort="ascending"]')).waitFor();
  },
  async 'star a file'({ page }) {
    await fromMenu(page, 'file 01.txt', 'Star');
    await page.locator('.star-mark').waitFor();
  },
  async 'see what fills a folder'({ page }) {
    await fromMenu(page, 'Letters', 'Details');
    await page.getByRole('dialog', { name: 'Details' }).getByText('Holds').waitFor();
  },
  async 'make a folder while moving a file, and move it there'({ page }) {
    await fromMenu(page, 'file 01.txt', 'Move to…');
    const picker = page.getByRole('dialog', { name: 'Move file 01.txt to…' });
    await picker.getByRole('button', { name: 'New Folder' }).click();
    await picker.getByLabel('Folder name').fill('Recipes');
    await page.keyboard.press('Enter');
    await picker.getByRole('button', { name: 'Move here' }).click();
    await page.getByText('Moved to Recipes').waitFor();
  },
};

test('ten tasks take the clicks and keys that the document says', async () => {
  const documented = await readTable();
  expect(Object.keys(documented).toSorted()).toEqual(Object.keys(tasks).toSorted());
  const counted: typeof documented = {};
  for (const [name, perform] of Object.entries(tasks)) {
    const home = await openHome();
    await perform(home);
    counted[name] = await home.counted();
    await home.close();
  }
  expect(counted).toEqual(documented);
});

/** The first table of the document: clicks and keys by the words of a task. */
async function readTable(): Promise<Record<string, { clicks: number; keys: number }>> {
  const text = await readFile('docs/clicks.md', 'utf8');
  const rows = text.matchAll(/^\| (?<task>[^|]+) \| (?<clicks>\d+) \| (?<keys>\d+) \|/gm);
  return Object.fromEntries(
    Array.from(rows, ({ groups }) => [
      groups?.['task'] ?? '',
      { clicks: Number(groups?.['clicks']), keys: Number(groups?.['keys']) },
    ]),
  );
}

/** Root as a list, with a folder and 21 files, one of which has two versions. The page counts what it hears. */
async function openHome() {
  const { person, newPage, close } = await signedIn({ viewport: { width: 1280, height: 2000 } });
  const { id } = await person.api.folders.create({ name: 'Letters', parentId: null });
  for (const size of [20, 30]) await uploadFile(person, { name: nameOf(0), body: bytes(size) });
  const { files } = await person.api.folders.children({ id: 'root' });
  const copyAs = (name: string) => ({ do: 'copy' as const, id: files[0]?.id ?? '', parentId: null, name });
  await person.api.batch({ operations: Array.from({ length: 20 }, (_, at) => copyAs(nameOf(at + 1))) });
  let clicks = 0;
  let keys = 0;
  const page = await newPage();
  await page.exposeFunction('heard', (type: string) => {
    if (type === 'pointerdown') clicks += 1;
    else keys += 1;
  });
  await page.addInitScript(() => {
    localStorage.setItem('view', 'list');
    for (const type of ['pointerdown', 'keydown'])
      addEventListener(
        type,
        (event) => {
          if (!(event instanceof KeyboardEvent) || !['Shift', 'Control', 'Meta'].includes(event.key))
            (globalThis as unknown as { heard: (what: string) => void }).heard(type);
        },
        true,
      );
  });
  await page.goto('/task');
  await row(page, nameOf(20)).waitFor();
  return {
    page,
    close,
    inLetters: async () => (await person.api.folders.children({ id })).files.length,
    /** Once the page has told of all of them. */
    async counted() {
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
      return { clicks, keys };
    },
  };
}

function nameOf(at: number): string {
  return `file ${String(at).padStart(2, '0')}.txt`;
}

function row(page: Page, name: string) {
  return page.getByRole('link', { name, exact: true });
}

async function fromMenu(page: Page, name: string, command: string): Promise<void> {
  await row(page, name).click({ button: 'right' });
  await page.getByRole('menu').getByRole('menuitem', { name: command }).click();
}
