import type { Page } from 'playwright-core';
import { bytes } from '../fixtures/bytes.ts';
import { fileOnDisk } from './file-on-disk.ts';

/** Types into fields by their labels. */
export async function fillIn(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text);
}

/** Chooses a file of so many bytes under New File, as soon as the folder is known. */
export async function chooseFile(page: Page, name: string, size: number): Promise<void> {
  const input = page.getByLabel('New File').and(page.locator(':enabled'));
  await input.setInputFiles(await fileOnDisk(name, bytes(size)));
}
