/** Root with the folder Letters and three files, as tests of moving and copying begin. */
import type { Page } from 'playwright-core';
import type { Person } from '../client/build-account.ts';
import { uploadFile } from '../client/upload-file.ts';
import { bytes } from '../fixtures/bytes.ts';
import { signedIn } from './signed-in.ts';

export async function openRoot(view: 'Grid' | 'List') {
  const { newPage, person, ...browser } = await signedIn({ bypassCSP: true });
  const { id: letters } = await person.api.folders.create({ name: 'Letters', parentId: null });
  for (const name of ['a.txt', 'b.txt', 'c.txt']) await uploadFile(person, { name, body: bytes(20) });
  const page = await newPage('/task');
  await page.getByRole('link', { name: 'c.txt' }).waitFor();
  await page.getByText(view, { exact: true }).click();
  await page.getByRole('link', { name: 'c.txt' }).waitFor();
  return { page, person, browser, letters, newPage };
}

/** Drops an entry onto a folder. */
export async function drag(page: Page, name: string, folder: string): Promise<void> {
  await page.getByRole('link', { name, exact: true }).dragTo(page.getByRole('link', { name: folder }).first());
}

export async function filesIn(person: Person, id: string): Promise<string[]> {
  return (await person.api.folders.children({ id })).files.map(({ name }) => name).toSorted();
}

/** Puts so many empty folders into a folder; null is Root. */
export async function fillWithFolders(person: Person, parentId: string | null, count: number): Promise<void> {
  for (let first = 0; first < count; first += 500) {
    const operations = Array.from({ length: Math.min(500, count - first) }, (_, i) => ({
      do: 'create-folder' as const,
      name: `child ${first + i}`,
      parentId,
    }));
    await person.api.batch({ operations });
  }
}
