/** The details of a file: its facts, and whether its bytes are still those that came. */
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { newPerson } from '#tests/support/browser/browser.ts';
import { findBarriers } from '#tests/support/browser/find-barriers.ts';
import { signedIn } from '#tests/support/browser/signed-in.ts';
import { signUp } from '#tests/support/client/build-account.ts';
import { filesBelow } from '#tests/support/client/files-below.ts';
import { unpackAll } from '#tests/support/client/unpack-all.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { query } from '#tests/support/database/query.ts';
import { blobOf, storeBytes } from '#tests/support/database/stored-bytes.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { makeZip } from '#tests/support/fixtures/files/make-zip.ts';
import { sharedServer } from '#tests/support/server/shared-server.ts';
import { startServer } from '#tests/support/server/start-server.ts';

const body = bytes(4_404_019, 'details');

test('tell the facts, the sum to copy, and since when every byte is known to be right', async () => {
  const { server, page, file } = await openDetailsOf('Lake 2026.mov');
  const dialog = detailsOf(page);
  await dialog.getByText('Checked on arrival').waitFor();
  const facts = Object.fromEntries(
    await dialog
      .locator('dl > div')
      .evaluateAll((rows) =>
        rows.map((row) => [row.querySelector('dt')?.textContent, row.querySelector('dd')?.textContent]),
      ),
  ) as Record<string, string>;
  expect(facts).toMatchObject({
    Name: 'Lake 2026.mov',
    Type: 'MOV video',
    Size: '4.4 MB (4,404,019 bytes)',
    Version: '1',
  });
  expect(facts['SHA-256']).toContain(sha256(body).slice(0, 8));
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await dialog.getByRole('button', { name: 'Copy the SHA-256' }).click();
  await dialog.getByRole('button', { name: 'SHA-256 copied' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(sha256(body));

  await closeDetails(page);
  const at = Date.UTC(2026, 10, 18, 12);
  await query(server, `update blobs set verified_at = ${at} where id = '${await blobOf(server, file)}'`);
  await openDetails(page, 'Lake 2026.mov');
  await dialog.getByText('Verified on 18 Nov 2026').waitFor();
});

test('say what happened to a damaged file and what to do', async () => {
  const { server, person, page, file } = await openDetailsOf('Torn.mov');
  server.expectLog(/A blob is damaged/);
  await closeDetails(page);
  await storeBytes(server, await blobOf(server, file), Buffer.alloc(body.length));
  expect((await person.fetch(file.url)).status).toBe(500);
  await openDetails(page, 'Torn.mov');
  const alert = detailsOf(page).getByRole('alert');
  await alert.getByText('upload it again').waitFor();
  expect(await findBarriers(page)).toEqual([]);
});

test('are there without the server too, but for what only it knows', async () => {
  const { page, browser } = await openDetailsOf('Away.mov');
  browser.expectError(/integrity|ERR_FAILED|Failed to load/);
  await closeDetails(page);
  await page.route('**/integrity', (route) => route.abort());
  await openDetails(page, 'Away.mov');
  const dialog = detailsOf(page);
  await dialog.getByText('The server did not answer.').waitFor();
  await dialog.getByText('4.4 MB (4,404,019 bytes)').waitFor();
});

test('show what a Google Takeout tells of a photograph, as plain text in its lines, in the viewer of a phone too', async () => {
  const server = await sharedServer();
  const person = await signUp(server);
  const description = `At <b>the</b> lake.\n\n${'far-'.repeat(200)}away`;
  const told = {
    description,
    photoTakenTime: { timestamp: '1559984642' },
    geoData: { latitude: 48.1371, longitude: -11 },
  };
  const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: { r: 30, g: 90, b: 200 } } });
  const members = [
    { name: 'lake.png', bytes: await picture.png().toBuffer() },
    { name: 'lake.png.json', bytes: Buffer.from(JSON.stringify(told)) },
  ];
  const zip = await uploadFile(person, { name: 'takeout.zip', body: makeZip(members) });
  const { folderId } = await unpackAll(person, zip.id);
  const id = (await filesBelow(person, folderId)).get('lake.png')?.id ?? '';
  const browser = await newPerson(server, { as: person });
  const page = await browser.newPage(`/folder/${folderId}`);
  await openDetails(page, 'lake.png');
  const section = detailsOf(page).getByRole('region', { name: 'What it says of itself' });
  await section.getByText('8 Jun 2019, 09:04 (UTC)').waitFor();
  await section.getByText('48.1371° N, 11.0000° W').waitFor();
  expect(await section.getByRole('paragraph').innerText()).toBe(description);
  expect(await findBarriers(page)).toEqual([]);

  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`/folder/${folderId}?view=${id}`);
  await page.locator('dialog.viewer').getByRole('button', { name: 'Details' }).click();
  const text = page.locator('dialog.viewer').getByText('At <b>the</b> lake.');
  await text.scrollIntoViewIfNeeded();
  const panel = page.locator('dialog.viewer').getByRole('complementary');
  expect(await panel.evaluate((one) => one.scrollHeight - one.clientHeight)).toBe(0);
  expect(await text.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
});

test('of a photograph stay in the viewer while it is starred and renamed', async () => {
  const { newPage, person } = await signedIn();
  const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: '#367' } });
  const taken = picture.withExif({ IFD2: { DateTimeOriginal: '2026:08:12 05:52:10' } });
  const { id } = await uploadFile(person, { name: 'lake.jpg', body: await taken.jpeg().toBuffer() });
  const page = await newPage(`/task?view=${id}`);
  await page.getByRole('button', { name: 'Details' }).click();
  const date = page.getByRole('region', { name: 'What it says of itself' }).getByText('12 Aug 2026');
  await date.waitFor();
  await page.route('**/facts*', () => {});
  const changes = [
    () => page.getByRole('button', { name: 'Star', exact: true }).click(),
    () => person.api.entries.update({ id, name: 'pond.jpg' }),
  ];
  for (const change of changes) {
    const asked = page.waitForRequest('**/facts*');
    await change();
    await asked;
    expect(await date.count()).toBe(1);
  }
});

async function openDetailsOf(name: string) {
  const server = await startServer();
  const person = await signUp(server);
  const file = await uploadFile(person, { name, body });
  const browser = await newPerson(server, { as: person });
  const page = await browser.newPage('/task');
  await openDetails(page, name);
  return { server, person, file, browser, page };
}

async function openDetails(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name, exact: true }).hover();
  await page.getByRole('button', { name: `More actions for ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Details' }).click();
  await detailsOf(page).waitFor();
}

async function closeDetails(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await detailsOf(page).waitFor({ state: 'detached' });
}

function detailsOf(page: Page) {
  return page.getByRole('dialog', { name: 'Details' });
}
