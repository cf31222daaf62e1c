/** Boxes that tell what they hold, with all that lies below them. */
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { findBarriers } from '#tests/support/browser/find-barriers.ts';
import { signedIn } from '#tests/support/browser/signed-in.ts';
import type { Person } from '#tests/support/client/build-account.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';

describe('a folder', () => {
  test('tells how much is below it, as it comes, moves and goes elsewhere', async () => {
    const { person, newPage } = await signedIn();
    const trip = await person.api.folders.create({ name: 'Trip', parentId: null });
    const other = await person.api.folders.create({ name: 'Other', parentId: null });
    const page = await newPage('/task');
    await captionOf(page, 'Trip', 'Empty');
    await headOf(page, '2 folders');

    const deep = await person.api.folders.create({ name: 'Deep', parentId: trip.id });
    await captionOf(page, 'Trip', '1 folder');
    const file = await uploadFile(person, { name: 'a.bin', body: bytes(4000), folderId: deep.id });
    await uploadFile(person, { name: 'b.bin', body: bytes(2000), folderId: trip.id });
    await captionOf(page, 'Trip', '1 folder, 2 files');
    await headOf(page, '3 folders, 2 files, 6 kB in all');

    await person.api.entries.update({ id: file.id, parentId: other.id });
    await captionOf(page, 'Trip', '1 folder, 1 file');
    await captionOf(page, 'Other', '1 file');
    await person.api.entries.remove({ id: file.id });
    await captionOf(page, 'Other', 'Empty');
    await headOf(page, '3 folders, 1 file, 2 kB in all');
    await person.api.trash.restore({ id: file.id });
    await headOf(page, '3 folders, 2 files, 6 kB in all');
    expect(await findBarriers(page)).toEqual([]);

    // What the page itself removes counts at once, and when it is undone.
    await page.getByRole('link', { name: 'Trip' }).focus();
    await page.keyboard.press('Delete');
    // While it is pointed at it stays.
    await page.getByText('Moved to Trash').hover();
    await headOf(page, '1 folder, 1 file, 4 kB in all');
    await page.getByRole('button', { name: 'Undo' }).click();
    await headOf(page, '3 folders, 2 files, 6 kB in all');
    await captionOf(page, 'Trip', '1 folder, 1 file');
  });

  test('has its three newest pictures looking out, and others once they are gone', async () => {
    const { person, newPage } = await signedIn();
    const { id: folderId } = await person.api.folders.create({ name: 'Album', parentId: null });
    const page = await newPage('/task');
    const ids: string[] = [];
    for (const name of ['one', 'two', 'three', 'four']) ids.push(await uploadPicture(person, name, folderId));
    const tile = tileOf(page, 'Album');
    await showing(tile, ids.slice(1));
    const loaded = () =>
      tile.locator('img').evaluateAll((all) => all.every((img) => (img as HTMLImageElement).naturalWidth > 0));
    await waitFor(loaded, { what: 'the pictures' });
    await person.api.entries.remove({ id: ids[3] ?? '' });
    await showing(tile, ids.slice(0, 3));
    expect(await findBarriers(page)).toEqual([]);
  });

  test('shows no broken picture: what cannot be loaded stays soft, or does not look out, until the server is back', async () => {
    const { person, newPage, context, expectUnreachable } = await signedIn();
    expectUnreachable();
    const { id: folderId } = await person.api.folders.create({ name: 'Album', parentId: null });
    const stateOf = async (id: string) => (await person.api.entries.get({ id })).file?.preview?.state;
    for (const [name, into] of [['one', folderId] as const, ['two', null] as const]) {
      const id = await uploadPicture(person, name, into);
      await waitFor(async () => (await stateOf(id)) === 'made', { what: 'the thumbnail' });
    }
    const page = await newPage('/trash');
    await page.route('**/preview/**', (route) => route.abort());
    await page.getByRole('link', { name: 'Folders' }).first().click();
    const inBox = tileOf(page, 'Album').locator('img');
    const looksOut = () =>
      inBox.evaluateAll((all) => all.map((img) => img.checkVisibility({ visibilityProperty: true })));
    await expect.poll(looksOut).toEqual([false]);
    const photo = tileOf(page, 'two.png').locator('img');
    const isDrawn = () => photo.evaluate((img) => (img as HTMLImageElement).naturalWidth > 0);
    await expect.poll(isDrawn).toBe(true);
    expect(await photo.getAttribute('src')).toMatch(/^data:/);

    await context.setOffline(true);
    await page.getByText('Not on this device', { exact: true }).waitFor();
    await page.unrouteAll();
    await context.setOffline(false);
    await expect.poll(looksOut).toEqual([true]);
    await expect.poll(() => photo.getAttribute('src')).toMatch(/^\/preview\//);
    await expect.poll(isDrawn).toBe(true);
  });

  test('tells it in the list and on a phone too, and in its details', async () => {
    const { person, newPage } = await signedIn();
    const trip = await person.api.folders.create({ name: 'Trip', parentId: null });
    const deep = await person.api.folders.create({ name: 'Deep', parentId: trip.id });
    for (const name of ['a.bin', 'b.bin'])
      await uploadFile(person, { name, body: bytes(3000, name), folderId: deep.id });
    const page = await newPage('/task');
    await page.getByText('List', { exact: true }).click();
    const row = page.getByRole('row').filter({ hasText: 'Trip' });
    await waitFor(async () => (await row.getByRole('gridcell').allTextContents())[1] === 'Folder, 2 files', {
      what: 'the files of the folder',
    });
    expect((await row.getByRole('gridcell').allTextContents())[2]).toBe('6 kB');

    await page.setViewportSize({ width: 360, height: 800 });
    await row.getByText('1 folder, 2 files', { exact: true }).waitFor();
    await page.setViewportSize({ width: 1280, height: 900 });

    await page.getByRole('button', { name: 'More actions for Trip' }).click();
    await page.getByRole('menuitem', { name: 'Details' }).click();
    const dialog = page.getByRole('dialog', { name: 'Details' });
    await dialog.getByText('1 folder, 2 files', { exact: true }).waitFor();
    await dialog.getByText('6 kB (6,000 bytes)', { exact: true }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await uploadFile(person, { name: 'c.bin', body: bytes(1000), folderId: trip.id });
    await dialog.getByText('1 folder, 3 files', { exact: true }).waitFor();
    await dialog.getByText('Old versionsNone').waitFor();
    await page.keyboard.press('Escape');
    await uploadFile(person, { name: 'c.bin', body: bytes(10), folderId: trip.id });
    await page.getByRole('button', { name: 'More actions for Trip' }).click();
    await page.getByRole('menuitem', { name: 'Details' }).click();
    await dialog.getByText('Old versions1, 1 kB').waitFor();
  });
});

function tileOf(page: Page, name: string): Locator {
  return page.getByRole('gridcell').filter({ has: page.getByRole('link', { name, exact: true }) });
}

/** Waits for a caption, which describes the link too. */
async function captionOf(page: Page, name: string, caption: string): Promise<void> {
  const link = page.getByRole('link', { name, exact: true, description: caption });
  await link.waitFor();
}

async function headOf(page: Page, summary: string): Promise<void> {
  await page.locator('.folder-head').getByText(summary, { exact: true }).waitFor();
}

/** Waits until these pictures look out of a folder, the newest on the right. */
async function showing(tile: Locator, ids: readonly string[]): Promise<void> {
  const shown = () =>
    tile.locator('img').evaluateAll((all) => all.map((img) => img.getAttribute('src')?.split('/')[2] ?? ''));
  await waitFor(async () => (await shown()).join() === ids.join(), { what: 'the pictures' });
}

async function uploadPicture(person: Person, name: string, folderId: string | null): Promise<string> {
  const body = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#a33' } })
    .png()
    .withExif({ IFD0: { ImageDescription: name } })
    .toBuffer();
  return (await uploadFile(person, { name: `${name}.png`, body, folderId, contentType: 'image/png' })).id;
}
