import type { Page } from 'playwright-core';
import { open, type Screen, state } from './screen.ts';

/** The versions of a picture in a folder, and of a text in another. */
export function versionScreens(folder: string, picture: string, texts: string): Screen[] {
  return [
    state('versions', true, async (page) => {
      await openVersions(page, folder, picture);
    }),
    state('versions-compare', true, async (page) => {
      await openVersions(page, folder, picture);
      await page.getByRole('button', { name: 'Compare version 2' }).click();
      await page.getByRole('dialog', { name: 'Version 2 and the current one' }).waitFor();
    }),
    state('versions-compare-text', true, async (page) => {
      await openVersions(page, texts, 'bread.txt');
      await page.getByRole('button', { name: 'Compare version 1' }).click();
      await page.getByRole('dialog', { name: 'Version 1 and the current one' }).getByRole('insertion').waitFor();
    }),
    state('version-delete', true, async (page) => {
      await openVersions(page, folder, picture);
      await page.getByRole('button', { name: 'Delete version 1' }).click();
      await page.getByRole('dialog', { name: 'Delete version 1?' }).waitFor();
    }),
  ];
}

async function openVersions(page: Page, folder: string, name: string): Promise<void> {
  await open(page, folder);
  await page.getByRole('button', { name: `More actions for ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Details' }).click();
  await page.getByRole('link', { name: 'Open version 1' }).scrollIntoViewIfNeeded();
}
