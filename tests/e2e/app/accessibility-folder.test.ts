/** The list, the menus and dialogs of things, tips and toasts have nothing that axe-core objects to (WCAG 2.2 AA). */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newPerson } from '#tests/support/browser/browser.ts';
import { findBarriers } from '#tests/support/browser/find-barriers.ts';
import { slowUploads } from '#tests/support/browser/slow-uploads.ts';
import { signUp } from '#tests/support/client/build-account.ts';
import { tus } from '#tests/support/client/tus.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { sharedServer } from '#tests/support/server/shared-server.ts';

const widths = [360, 1280];

test.each(widths)('%i px', async (width) => {
  const server = await sharedServer();
  const person = await signUp(server);
  await person.api.folders.create({ name: 'A box with a long name', parentId: null });
  for (const name of ['note to all.txt', 'torn.jpg']) await uploadFile(person, { name, body: bytes(500) });
  const onPhone = width < 720;
  const browser = await newPerson(server, {
    as: person,
    viewport: { width, height: 800 },
    isMobile: onPhone,
    hasTouch: onPhone,
  });
  browser.expectError(/409/);
  // An upload that is canceled may not have been begun yet.
  browser.expectError(/404.*\/api\/uploads\//);
  const page = await browser.newPage('/task');
  await page.getByRole('link', { name: 'torn.jpg' }).waitFor();

  await page.getByText('List', { exact: true }).click();
  await page.getByRole('grid').waitFor();
  await expectNoBarriers(page, 'the list');
  await page.getByRole('button', { name: 'New Folder' }).click();
  await page.getByLabel('Folder name').fill('A box with a long name');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('is already here').waitFor();
  await expectNoBarriers(page, 'a name that is taken');
  await page.getByRole('button', { name: 'Cancel' }).click();

  await page.getByText('Grid', { exact: true }).click();
  await page.getByRole('button', { name: 'More actions for note to all.txt' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).waitFor();
  await expectNoBarriers(page, 'what can be done with a file');
  await page.getByRole('menuitem', { name: 'Details' }).click();
  await page.getByText('Checked on arrival').waitFor();
  await expectNoBarriers(page, 'the details of a file');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More actions for note to all.txt' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('dialog', { name: 'Rename' }).getByLabel('Name').fill('/');
  await page.getByRole('button', { name: 'Rename', exact: true }).click();
  await page.getByText('A name cannot contain a slash.').waitFor();
  await expectNoBarriers(page, 'renaming');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'note to all.txt' }).focus();
  await page.keyboard.press('x');
  await page.keyboard.press('m');
  await page.getByRole('treeitem', { name: 'Root' }).waitFor();
  await expectNoBarriers(page, 'moving');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Shortcuts' }).waitFor();
  await expectNoBarriers(page, 'the shortcuts');
  await page.keyboard.press('Escape');

  await slowUploads(page, 100_000);
  const input = page.getByLabel('New File');
  await input.setInputFiles(
    ['held.bin', 'A box with a long name'].map((name) => ({
      name,
      mimeType: '',
      buffer: Buffer.from(bytes(name === 'held.bin' ? 30_000_000 : 10)),
    })),
  );
  await page.getByRole('button', { name: 'Pause held.bin' }).click();
  await page.getByRole('button', { name: 'Resume held.bin' }).waitFor();
  await page.getByText('Error', { exact: true }).waitFor();
  await expectNoBarriers(page, 'toasts, held and failed');
  await page.getByRole('button', { name: 'Cancel held.bin' }).click();
  await page.getByRole('button', { name: 'Resume held.bin' }).waitFor({ state: 'detached' });

  await tus(person).begin({ name: 'A film with a long name.mp4', length: 1000, body: bytes(400) });
  await page.getByRole('region', { name: 'Uploading from another device' }).getByText('40%').first().waitFor();
  await expectNoBarriers(page, 'an upload of another device');
});

async function expectNoBarriers(page: Page, state: string): Promise<void> {
  expect({ state, barriers: await findBarriers(page) }).toEqual({ state, barriers: [] });
}
