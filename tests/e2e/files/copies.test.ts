/** Copies, and what can be done with the folder that is shown. */
import { expect, test } from 'vitest';
import { signedIn } from '#tests/support/browser/signed-in.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';

test('a file and a folder are copied beside themselves', async () => {
  const { person, newPage } = await signedIn();
  const body = bytes(3000, 'copy');
  await uploadFile(person, { name: 'one.txt', body });
  const { id } = await person.api.folders.create({ name: 'Box', parentId: null });
  await uploadFile(person, { name: 'inside.txt', body: bytes(20), folderId: id });
  const page = await newPage('/task');
  for (const [name, copy] of [
    ['one.txt', 'one (copy).txt'],
    ['Box', 'Box (copy)'],
  ] as const) {
    await page.getByRole('link', { name, exact: true }).hover();
    await page.getByRole('button', { name: `More actions for ${name}`, exact: true }).click();
    await page.getByRole('dialog', { name }).getByRole('menuitem', { name: 'Make a copy' }).click();
    await page.getByRole('link', { name: copy, exact: true }).waitFor();
  }
  const { folders, files } = await person.api.folders.children({ id: 'root' });
  const copied = await person.fetch(files[1]?.url ?? '');
  expect(sha256(await copied.arrayBuffer())).toBe(sha256(body));
  const inside = await person.api.folders.children({ id: folders[1]?.id ?? '' });
  expect(inside.files.map(({ name }) => name)).toEqual(['inside.txt']);
});

test('what cannot be copied says why', async () => {
  const { person, newPage, expectUnreachable } = await signedIn();
  expectUnreachable();
  await uploadFile(person, { name: 'one.txt', body: bytes(20) });
  const page = await newPage('/task');
  await page.route('**/copy', (route) => route.abort());
  await page.getByRole('link', { name: 'one.txt' }).hover();
  await page.getByRole('button', { name: 'More actions for one.txt' }).click();
  await page.getByRole('menuitem', { name: 'Make a copy' }).click();
  await page.getByRole('alert').getByText('Not copied. The server cannot be reached.').waitFor();
});

test('the folder that is shown is renamed, copied, and moved to Trash, which leads to the one above', async () => {
  const { person, newPage } = await signedIn();
  const { id: top } = await person.api.folders.create({ name: 'Top', parentId: null });
  const { id } = await person.api.folders.create({ name: 'Inner', parentId: top });
  const page = await newPage(`/folder/${id}`);
  const menu = async (name: string) => {
    await page.getByRole('button', { name: 'Folder actions' }).click();
    return page.getByRole('dialog', { name });
  };
  await (await menu('Inner')).getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('dialog', { name: 'Rename' }).getByLabel('Name').fill('Renamed');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Renamed' }).waitFor();
  await (await menu('Renamed')).getByRole('menuitem', { name: 'Make a copy' }).click();
  await page.getByText('Copied as Renamed (copy)').waitFor();
  await (await menu('Renamed')).getByRole('menuitem', { name: 'Move to Trash' }).click();
  // While it is pointed at it stays.
  await page.getByText('Moved to Trash').hover();
  await page.waitForURL(`**/folder/${top}`);
  await page.getByRole('link', { name: 'Renamed (copy)' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('link', { name: 'Renamed', exact: true }).waitFor();
});
