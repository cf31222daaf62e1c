import type { Page } from 'playwright-core';
import { tellFacts } from './details-screens.ts';
import { open, type Screen, state } from './screen.ts';

/** Files over the page of the folder that holds them. */
export function viewerScreens(folder: string, recipes: string): Screen[] {
  return [
    state('viewer', true, async (page) => {
      await view(page, folder, 'lake.webp');
      await page.locator('.picture__whole').waitFor();
    }),
    state('viewer-details', true, async (page) => {
      await view(page, folder, 'lake.webp');
      await page.keyboard.press('i');
      await page.getByText('Version 1').waitFor();
    }),
    state('viewer-description', true, async (page) => {
      await tellFacts(page);
      await view(page, folder, 'lake.webp');
      await page.keyboard.press('i');
      await page.getByText('Version 1').waitFor();
      await page.getByRole('heading', { name: 'This picture' }).scrollIntoViewIfNeeded();
    }),
    state('viewer-magnified', true, async (page) => {
      await view(page, folder, 'meadow.webp');
      await page.keyboard.press('+');
      await page.keyboard.press('+');
    }),
    state('viewer-text', true, async (page) => {
      await view(page, `/folder/${recipes}`, 'bread.txt');
      await page.locator('dialog.viewer').getByText('Let it rest overnight').waitFor();
    }),
    state('viewer-sound', true, async (page) => {
      await view(page, folder, 'Grandmother tells.m4a');
      await page.locator('.sound, .said').waitFor();
    }),
    state('viewer-none', true, async (page) => {
      await view(page, folder, 'dress.pes');
      await page.getByRole('heading', { name: 'This kind does not open here' }).waitFor();
    }),
  ];
}

async function view(page: Page, folder: string, name: string): Promise<void> {
  await open(page, folder);
  const id = await page.evaluate(
    async ({ parent, wanted }) => {
      const answer = await fetch(`/api/folders/${parent}/children`);
      const { files } = (await answer.json()) as { files: { id: string; name: string }[] };
      return files.find((file) => file.name === wanted)?.id;
    },
    { parent: folder.split('/').at(-1), wanted: name },
  );
  await page.goto(`${folder}?view=${id}`);
  await page.locator('dialog.viewer').getByRole('heading', { name, exact: true }).waitFor();
}
