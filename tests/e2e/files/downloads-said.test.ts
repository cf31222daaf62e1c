/** That a click on a file downloads it, because no browser shows its type, is said before the click, wherever it is listed and does so. */
import { expect, test } from 'vitest';
import { signedIn } from '#tests/support/browser/signed-in.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';

test('in the grid, the list, Recent, the palette and the largest files; not of what is shown', async () => {
  const { newPage, person } = await signedIn();
  await uploadFile(person, { name: 'old.zip', body: bytes(4000), contentType: 'application/zip' });
  await uploadFile(person, { name: 'old.txt', body: bytes(3000), contentType: 'text/plain' });
  const page = await newPage('/task');
  const expectSaid = async (zip: string, txt: string) => {
    await page.getByText(zip, { exact: true }).first().waitFor();
    await page.getByText(txt, { exact: true }).first().waitFor();
    expect(await page.getByText('· download').count()).toBe(await page.getByText(zip, { exact: true }).count());
  };
  await expectSaid('ZIP 4 kB · download', 'TXT 3 kB');
  await page.getByText('List', { exact: true }).click();
  const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name }) });
  await row('old.zip').getByRole('gridcell', { name: 'ZIP archive · download', exact: true }).waitFor();
  await row('old.txt').getByRole('gridcell', { name: 'Text', exact: true }).waitFor();
  await page.goto('/recent');
  await expectSaid('4 kB · download', '3 kB');
  await page.goto('/dashboard/storage');
  await expectSaid('4 kB · download', '3 kB');
  await page.keyboard.press('/');
  await page.getByRole('combobox').fill('old');
  const options = page.getByRole('option').filter({ hasText: 'old.' });
  await expect.poll(() => options.count()).toBe(2);
  await options.filter({ hasText: 'old.txt' }).hover();
  await options.filter({ hasText: 'old.zip' }).getByText('4 kB · download').waitFor();

  // Where a click shows it over the page, nothing is downloaded.
  await page.evaluate(() => localStorage.setItem('opens-in', 'viewer'));
  for (const path of ['/task', '/recent']) {
    await page.goto(path);
    await page.getByText('4 kB', { exact: true }).first().waitFor();
    expect(await page.getByText('· download').count()).toBe(0);
  }
});
