/** What was just moved to Trash, in the toast that says so. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { signedIn } from '#tests/support/browser/signed-in.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';

describe('what was just moved to Trash', () => {
  test('is restored with Undo, one item or several', async () => {
    const { person, newPage } = await signedIn();
    for (const name of ['one.txt', 'two.txt', 'three.txt']) await uploadFile(person, { name, body: bytes(20) });
    const page = await newPage('/task');
    await remove(page, 'one.txt');
    const toast = page.getByRole('status').filter({ hasText: 'Undo' });
    await toast.getByText('Moved to Trash').waitFor();
    await toast.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: 'one.txt' }).waitFor();

    await remove(page, 'two.txt');
    // While it is pointed at it stays.
    await toast.getByText('Moved to Trash').hover();
    await remove(page, 'three.txt');
    await toast.getByText('2 items', { exact: true }).waitFor();
    await toast.getByRole('button', { name: 'Undo' }).focus();
    await page.keyboard.press('Enter');
    for (const name of ['two.txt', 'three.txt']) await page.getByRole('link', { name }).waitFor();
    await expect.poll(async () => (await person.api.trash.list({})).items).toEqual([]);
  });

  test('is gone from the page when its toast is closed, which on a phone covers nothing of the viewer', async () => {
    const { person, newPage } = await signedIn({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    for (const name of ['one.txt', 'two.txt']) await uploadFile(person, { name, body: bytes(20) });
    const page = await newPage('/task');
    await remove(page, 'one.txt');
    const toast = page.locator('.toast').filter({ hasText: 'Moved to Trash' });
    await toast.getByRole('button', { name: 'Close one.txt' }).tap();
    await toast.waitFor({ state: 'detached' });

    for (const name of ['three.txt', 'four.txt']) await uploadFile(person, { name, body: bytes(20) });
    await page.goto(`/task?view=${(await person.api.folders.children({ id: 'root' })).files[0]?.id}`);
    await page.getByRole('button', { name: 'Details', exact: true }).tap();
    await page.getByRole('button', { name: 'Trash', exact: true }).tap();
    // What has the focus stays.
    await toast.getByRole('button', { name: 'Undo' }).focus();
    const box = await toast.boundingBox();
    const strip = await page.locator('.film-strip').boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(strip?.y ?? 0);
  });

  test('waits while it is hovered, goes by itself, and says what cannot be restored', async () => {
    const { person, newPage, expectError } = await signedIn();
    expectError(/409/);
    await uploadFile(person, { name: 'one.txt', body: bytes(20) });
    await uploadFile(person, { name: 'two.txt', body: bytes(20) });
    const page = await newPage('/task');
    await page.clock.install();
    await remove(page, 'one.txt');
    const undo = page.getByRole('button', { name: 'Undo' });
    await undo.hover();
    // After 45 seconds without a word the page would count the server as gone.
    await page.clock.runFor(20_000);
    await person.api.trash.empty();
    await undo.click();
    await page.getByRole('alert').getByText('is no longer in Trash.').waitFor();

    await remove(page, 'two.txt');
    await undo.hover();
    await page.mouse.move(0, 0);
    await page.clock.runFor(5400);
    await undo.waitFor({ state: 'detached' });
    await expect.poll(async () => (await person.api.trash.list({})).items).toHaveLength(1);
  });
});

async function remove(page: Page, name: string): Promise<void> {
  const link = page.getByRole('link', { name });
  await link.focus();
  await page.keyboard.press('Delete');
  await link.waitFor({ state: 'detached' });
}
