/** What comes late, in another order, or twice. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { holdRequests } from '#tests/support/browser/hold-requests.ts';
import { openPictures } from '#tests/support/browser/open-pictures.ts';
import { signedIn } from '#tests/support/browser/signed-in.ts';
import { stopClock } from '#tests/support/browser/stop-clock.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';

test('a folder that is back from Trash before it was found out where it lay is followed as before', async () => {
  const { newPage, expectError, person } = await signedIn();
  expectError(/404/);
  const trips = await person.api.folders.create({ name: 'Trips', parentId: null });
  const lake = await person.api.folders.create({ name: 'Lake', parentId: trips.id });
  const page = await newPage(`/folder/${lake.id}`);
  await page.getByText('This folder is empty.').waitFor();
  const asked = await holdRequests(page, `**/api/entries/${trips.id}`);
  await person.api.entries.remove({ id: lake.id });
  await asked.arrived;
  await person.api.trash.restore({ id: lake.id });
  await uploadFile(person, { name: 'first.txt', body: bytes(3), folderId: lake.id });
  await page.getByRole('link', { name: 'first.txt' }).waitFor();
  const answered = page.waitForResponse(`**/api/entries/${trips.id}`);
  asked.release();
  await answered;
  await uploadFile(person, { name: 'second.txt', body: bytes(3), folderId: lake.id });
  await page.getByRole('link', { name: 'second.txt' }).waitFor();
});

test('a picture that failed while the live stream was lost for a moment is loaded when that is back', async () => {
  const { page, expectError } = await openPictures();
  expectError(/ERR_FAILED|502/);
  await page.route('**/preview/**', (route) => route.abort());
  let streams = 0;
  const lost = Promise.withResolvers<void>();
  const failed = Promise.withResolvers<void>();
  await page.route('**/api/live*', async (route) => {
    streams += 1;
    if (streams === 1) return route.fulfill({ status: 502 });
    lost.resolve();
    await failed.promise;
    return route.continue();
  });
  await page.reload();
  const picture = page.locator('.thing.print img').first();
  await expect.poll(() => picture.getAttribute('src')).toMatch(/^data:/);
  await lost.promise;
  await page.unroute('**/preview/**');
  failed.resolve();
  await expect.poll(() => picture.getAttribute('src')).toContain('/preview/');
});

test('what the server did is done, also when its answer is lost on the way, and is undone as ever', async () => {
  const { newPage, expectUnreachable, person } = await signedIn();
  expectUnreachable();
  await uploadFile(person, { name: 'one.txt', body: bytes(3) });
  const page = await newPage('/task');
  const lost = await loseAnswers(page);

  await page.getByRole('button', { name: 'New Folder' }).click();
  await page.getByRole('form', { name: 'New Folder' }).getByLabel('Folder name').fill('Walks');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Walks' }).waitFor();
  await page.getByRole('form', { name: 'New Folder' }).waitFor({ state: 'detached' });

  await page.getByRole('link', { name: 'one.txt' }).focus();
  await page.keyboard.press('Delete');
  await page.getByText('Moved to Trash').waitFor();
  expect(lost).toEqual(['POST', 'DELETE']);
  // It waits for what is under way, which is undone first.
  await page.keyboard.press('Control+z');
  await page.getByRole('link', { name: 'one.txt' }).waitFor();
  await page.keyboard.press('Control+z');
  await page.getByRole('link', { name: 'Walks' }).waitFor({ state: 'detached' });
  expect(lost).toEqual(['POST', 'DELETE', 'POST', 'POST']);
  expect(await page.getByRole('alert').count()).toBe(0);
  const { folders, files } = await person.api.folders.children({ id: 'root' });
  expect([...folders, ...files].map(({ name }) => name)).toEqual(['one.txt']);
});

/** The server gets every call, and each is answered the second time only. Returns the methods of those whose answer was lost. */
async function loseAnswers(page: Page): Promise<string[]> {
  const keys = new Set<string | undefined>();
  const methods: string[] = [];
  await page.route(/\/api\/(folders|batch|entries|undo)(\/|$)/, async (route) => {
    const key = route.request().headers()['idempotency-key'];
    if (key === undefined || keys.has(key)) return route.continue();
    keys.add(key);
    methods.push(route.request().method());
    await route.fetch();
    return route.abort('connectionreset');
  });
  return methods;
}

test('a new folder that takes long need not be waited for, and closes no form but its own', async () => {
  const { newPage } = await signedIn();
  const page = await newPage('/task');
  const form = page.getByRole('form', { name: 'New Folder' });
  const open = page.getByRole('button', { name: 'New Folder' });
  await open.click();
  const asked = await holdRequests(page, '**/api/folders');
  await form.getByLabel('Folder name').fill('Late');
  await page.keyboard.press('Enter');
  await asked.arrived;
  await form.getByRole('button', { name: 'Cancel' }).click();
  await form.waitFor({ state: 'detached' });
  await open.click();
  await form.getByLabel('Folder name').fill('Next');
  asked.release();
  await page.getByRole('link', { name: 'Late' }).waitFor();
  expect(await form.getByLabel('Folder name').inputValue()).toBe('Next');
});

describe('a list', () => {
  test('does not move while something in it is pressed', async () => {
    const { newPage, person } = await signedIn();
    await uploadFile(person, { name: 'old.txt', body: bytes(3) });
    const page = await newPage('/recent');
    const star = page.getByRole('button', { name: 'Star old.txt' });
    await star.hover();
    const reading = await holdRequests(page, '**/api/views/recent*');
    await uploadFile(person, { name: 'new.txt', body: bytes(3) });
    await reading.arrived;
    const read = page.waitForResponse('**/api/views/recent*');
    // However long the answer takes, the press is short.
    const startClock = await stopClock(page);
    await page.mouse.down();
    reading.release();
    await (await read).finished();
    await drawn(page);
    await page.mouse.up();
    await startClock();
    await page.getByRole('button', { name: 'Star old.txt', pressed: true }).waitFor();
    await page.getByRole('link', { name: 'new.txt' }).waitFor();
  });

  test('takes a double click on what leaves it for one', async () => {
    const { newPage, person } = await signedIn();
    for (const name of ['a.txt', 'b.txt']) {
      const { id } = await uploadFile(person, { name, body: bytes(3) });
      await person.api.entries.remove({ id });
    }
    const page = await newPage('/trash');
    const row = page.getByRole('button', { name: 'Restore b.txt' });
    await row.hover();
    await page.mouse.down();
    await page.mouse.up();
    await row.waitFor({ state: 'detached' });
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await page.getByText('Restored to Root').waitFor();
    expect((await person.api.trash.list({})).count).toBe(1);
    await page.getByRole('button', { name: 'Restore a.txt' }).click();
    await page.getByRole('heading', { name: 'Trash is empty.' }).waitFor();
  });
});

test('on a phone a tap opens again when all that was selected has left', async () => {
  const { newPage, person } = await signedIn({ viewport: { width: 360, height: 760 }, hasTouch: true, isMobile: true });
  const { id } = await uploadFile(person, { name: 'a.txt', body: bytes(3) });
  const box = await person.api.folders.create({ name: 'Box', parentId: null });
  const page = await newPage('/task');
  await page.getByRole('link', { name: 'a.txt' }).press('x');
  const bar = page.getByRole('toolbar', { name: 'Selection' });
  await bar.getByText('1 selected', { exact: true }).waitFor();
  await person.api.entries.remove({ id });
  await bar.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Box' }).tap();
  await page.waitForURL(`**/folder/${box.id}`);
});

/** What has come is drawn. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
}
