/** Many uploads that fail together, and are sent again together. */
import { expect, test } from 'vitest';
import { fileOnDisk } from '#tests/support/browser/file-on-disk.ts';
import { findBarriers } from '#tests/support/browser/find-barriers.ts';
import { holdRequests } from '#tests/support/browser/hold-requests.ts';
import { signedIn } from '#tests/support/browser/signed-in.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';

test('files whose folder went to Trash say so, and all of them are sent again when it is back', async () => {
  const { newPage, person, expectError } = await signedIn();
  expectError(/404/);
  const { id } = await person.api.folders.create({ name: 'Walks', parentId: null });
  const page = await newPage(`/folder/${id}`);
  const held = [await holdRequests(page, '**/api/files/batch'), await holdRequests(page, '**/api/uploads*')];
  // One of them is too large to travel with the others.
  const sizes = [300_000, 20, 21, 22, 23, 24, 25];
  await page
    .getByLabel('New File')
    .setInputFiles(await Promise.all(sizes.map((size) => fileOnDisk(`file ${size}`, bytes(size)))));
  for (const { arrived } of held) await arrived;
  await person.api.entries.remove({ id });
  for (const { release } of held) release();

  await page.getByText('7 files not uploaded').waitFor();
  // The first ones have a toast each, the large one among them.
  const failed = page.getByRole('alert').filter({ hasText: 'Error' });
  await expect.poll(() => failed.count()).toBe(3);
  expect(await failed.getByText('Its folder is in Trash or was deleted.').count()).toBe(3);
  expect(await failed.first().innerText()).toContain('file 300000');
  expect(await findBarriers(page)).toEqual([]);
  await person.api.trash.restore({ id });
  await page.getByRole('button', { name: 'Retry all' }).click();
  // While they are pointed at they stay.
  await page.mouse.move(0, 0);
  await page.getByText('7 files uploaded', { exact: true }).waitFor();
  const { files } = await person.api.folders.children({ id });
  expect(files.map(({ size }) => size).toSorted((a, b) => a - b)).toEqual(sizes.toSorted((a, b) => a - b));
});
