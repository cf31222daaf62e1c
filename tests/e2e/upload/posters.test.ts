/** A film gets its picture from the browser that uploads it, where the server cannot make one. */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { newPerson } from '#tests/support/browser/browser.ts';
import { fileOnDisk } from '#tests/support/browser/file-on-disk.ts';
import { signUp } from '#tests/support/client/build-account.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { startServer } from '#tests/support/server/start-server.ts';
import { withoutDecoder } from '#tests/support/server/without-decoder.ts';

const film = fileURLToPath(new URL('../../support/fixtures/media/film.webm', import.meta.url));

test('a film that is uploaded to a server without a decoder shows a frame of it, on every page; one that nobody plays does not', async () => {
  const server = await startServer({ via: withoutDecoder });
  const person = await signUp(server);
  const { newPage } = await newPerson(server, { as: person });
  const [page, other] = [await newPage('/task'), await newPage('/task')];
  const broken = await fileOnDisk('broken.mp4', bytes(3000, 'no film'));
  await page.getByLabel('New File').setInputFiles([broken, film]);
  for (const where of [page, other]) {
    const picture = where.locator('.tile', { hasText: 'film' }).locator('.film > img');
    await picture.waitFor();
    await where.locator('.tile', { hasText: 'film' }).getByText('0:03', { exact: true }).waitFor();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(160);
  }
  const { files } = await person.api.folders.children({ id: 'root' });
  const stateOf = (of: string) => files.find(({ name }) => name === of)?.preview?.state;
  expect([stateOf('broken.mp4'), stateOf('film.webm')]).toEqual([undefined, 'made']);
  const made = files.find(({ preview }) => preview?.state === 'made')?.preview;
  expect(made).toMatchObject({ width: 160, height: 90, seconds: 3, screenUrl: null });
});
