import type { Page } from 'playwright-core';
import { open, type Screen, state } from './screen.ts';

/** Finding, selecting, moving and copying, in a folder and its parts. */
export function manageScreens(folder: string): Screen[] {
  return [
    state('find', true, async (page) => {
      await open(page, '/find?q=gard');
      await page.locator('.find-count').waitFor();
    }),
    state('find-nothing', true, async (page) => {
      await open(page, '/find?q=snowman&kind=video');
      await page.getByRole('heading', { name: 'Nothing matches' }).waitFor();
    }),
    state('find-filters', true, async (page) => {
      await open(
        page,
        `/find?q=la&changed=between&from=2020-01-01&size=between&min=0.01&in=${folder.split('/').at(-1)}`,
      );
      await page.getByRole('button', { name: 'In Summer at the lake. Find everywhere' }).waitFor();
      await page.locator('.find-count').waitFor();
    }),
    state('view-selected', true, async (page) => {
      await open(page, '/recent');
      for (const at of [0, 1])
        await page
          .locator('.view__name')
          .nth(at)
          .click({ modifiers: ['ControlOrMeta'] });
      await page.getByRole('toolbar', { name: 'Selection' }).waitFor();
    }),
    state('view-menu', true, async (page) => {
      await open(page, '/starred');
      await page.locator('.view__name').first().click({ button: 'right' });
      await page.getByRole('menu').waitFor();
    }),
    state('selected', true, async (page) => {
      await open(page, folder);
      await selectTwo(page);
    }),
    state('menu-at-pointer', true, async (page) => {
      await open(page, folder);
      await page.getByRole('link', { name: 'First year', exact: true }).click({ button: 'right' });
      await page.getByRole('menu').waitFor();
    }),
    state('drag', true, async (page) => {
      await open(page, folder);
      await selectTwo(page);
      await page.getByRole('link', { name: 'First year', exact: true }).hover();
      await page.mouse.down();
      await page.getByRole('link', { name: 'Family', exact: true }).hover();
      await page.mouse.move(140, 106, { steps: 4 });
    }),
    state('move', true, async (page) => {
      await open(page, folder);
      await selectTwo(page);
      await page.keyboard.press('m');
      const family = page.getByRole('treeitem', { name: 'Recipes' });
      await family.click();
    }),
    state('move-search', true, async (page) => {
      await open(page, folder);
      await selectTwo(page);
      await page.keyboard.press('m');
      await page.getByRole('combobox', { name: 'Find a folder' }).fill('gard');
      await page.getByRole('option').first().click();
    }),
    state('taken-names', true, async (page) => {
      await open(page, folder);
      await page.getByRole('link', { name: 'Garden', exact: true }).focus();
      await page.keyboard.press('Space');
      await page.keyboard.press('m');
      await page.getByRole('treeitem', { name: 'Root' }).click();
      await page.getByRole('button', { name: 'Move here' }).click();
      await page.getByRole('dialog', { name: 'Garden is already in Root' }).waitFor();
    }),
  ];
}

async function selectTwo(page: Page): Promise<void> {
  for (const name of ['First year', 'Garden'])
    await page.getByRole('link', { name, exact: true }).click({ modifiers: ['ControlOrMeta'] });
  await page.getByRole('toolbar', { name: 'Selection' }).waitFor();
}
