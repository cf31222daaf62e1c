import { readFile } from 'node:fs/promises';
import { startUpload } from '#client/storage/upload.ts';
import type { Person } from '#tests/support/client/build-account.ts';
import { open, type Screen, state } from './screen.ts';

/** Puts things of several kinds into Trash. */
export async function fillTrash(person: Person, { summer, family }: { summer: string; family: string }): Promise<void> {
  const { id: backup } = await person.api.folders.create({ name: 'Old phone backup', parentId: null });
  const files = [
    { folderId: summer, name: 'meadow blurred.webp', body: await readFile('web/ui/pictures/meadow.webp') },
    { folderId: family, name: 'tickets.pdf', body: Buffer.from('%PDF-1.4\n') },
    { folderId: family, name: 'recording 004.m4a', body: Buffer.alloc(880_000) },
    { folderId: family, name: `${'a very long name '.repeat(9)}.txt`, body: Buffer.from('x') },
  ];
  const ids = [];
  for (const file of files) ids.push(await startUpload(person.server, file).done);
  for (const id of [...ids, backup]) await person.api.entries.remove({ id });
}

/** Trash in its states; the page itself is among the whole ones. */
export const trashScreens: Screen[] = [
  state('trash-menu', true, async (page) => {
    await open(page, '/trash');
    await page.getByRole('button', { name: /^(More actions for|Delete forever:) tickets.pdf/ }).click();
    await page.getByRole('dialog').waitFor();
  }),
  state('trash-selected', true, async (page) => {
    await open(page, '/trash');
    for (const name of ['tickets.pdf', 'recording 004.m4a'])
      await page.getByText(name, { exact: true }).click({ force: true });
    await page.getByRole('toolbar', { name: 'Selection' }).getByText('2 selected').waitFor();
  }),
  state('trash-empty-question', true, async (page) => {
    await open(page, '/trash');
    await page.getByRole('button', { name: 'Empty Trash' }).click();
    await page.getByRole('dialog').waitFor();
  }),
  state('trash-empty', true, async (page) => {
    await page.route('**/api/trash*', (route) =>
      route.fulfill({ json: { items: [], count: 0, nextCursor: null, revision: 0 } }),
    );
    await open(page, '/trash');
  }),
  state('trash-loading', true, async (page) => {
    await page.route('**/api/trash*', () => {}); // An answer that never comes.
    await page.goto('/trash');
    await page.getByRole('heading', { name: 'Trash' }).waitFor();
  }),
  state('trash-unreachable', true, async (page) => {
    await page.route('**/api/trash*', (route) => route.abort());
    await page.goto('/trash');
    await page.getByRole('alert').waitFor();
  }),
  state('trash-offline', true, async (page) => {
    await open(page, '/trash');
    await page.context().setOffline(true);
    await page
      .getByText(/offline/i)
      .first()
      .waitFor();
  }),
];
