import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { newPerson } from '#tests/support/browser/browser.ts';
import { signUp } from '#tests/support/client/build-account.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { type SharedServer, sharedServer } from '#tests/support/server/shared-server.ts';
import { startServer } from '#tests/support/server/start-server.ts';

describe('folders in the browser', () => {
  test('nested folders, breadcrumbs, and the form with its rules', async () => {
    const { page, browser } = await openRoot(sharedServer());
    await newFolder(page, '   ');
    await page.getByLabel('Folder name').waitFor({ state: 'detached' });

    await newFolder(page, 'Family');
    await page.getByRole('link', { name: 'Family' }).click();
    await page.getByRole('heading', { name: 'Family' }).waitFor();
    await newFolder(page, 'A very long name of a folder');
    const long = page.getByRole('link', { name: 'A very long name of a folder' });
    expect(await page.locator('.tile').filter({ has: long }).innerText()).toMatch(/^A very l\s*…/);
    browser.expectError(/409/);
    await newFolder(page, 'A very long name of a folder');
    await page.getByText('A folder named A very long name of a folder is already here. Choose another name.').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();

    await long.click();
    await page.getByRole('heading', { name: 'A very long name of a folder' }).waitFor();
    const trail = page.getByRole('navigation', { name: 'Breadcrumb' });
    await trail.getByRole('link', { name: 'Family' }).click();
    await page.getByRole('heading', { name: 'Family' }).waitFor();
    await trail.getByRole('link', { name: 'Root' }).click();
    await page.waitForURL('**/task');
  });

  test('an absent folder and one that is deleted while it is open fall back to Root', async () => {
    const { page, person, browser } = await openRoot(sharedServer());
    browser.expectError(/404/);
    await page.goto('/folder/0198c0de-0000-7000-8000-000000000000');
    await page.waitForURL('**/task');
    await page.goto('/folder/not-an-id');
    browser.expectError(/400/);
    await page.waitForURL('**/task');
    const folder = await person.api.folders.create({ name: 'Short life', parentId: null });
    await page.getByRole('link', { name: 'Short life' }).click();
    await page.waitForURL(`**/folder/${folder.id}`);
    await page.getByRole('heading', { name: 'Short life' }).waitFor();
    await person.api.entries.remove({ id: folder.id });
    await page.waitForURL('**/task');
  });

  test('all tabs share one live stream, and the next tab takes it over', async () => {
    const { page, person, browser } = await openRoot(sharedServer());
    const streams = new Set<Page>();
    browser.context.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/live') streams.add(request.frame().page());
    });
    await page.reload();
    await page.getByRole('button', { name: 'New Folder' }).waitFor();
    await waitFor(() => streams.size === 1, { what: 'the stream of the first tab' });
    const second = await browser.newPage('/task');
    await second.getByRole('button', { name: 'New Folder' }).waitFor();

    await person.api.folders.create({ name: 'From a program', parentId: null });
    for (const tab of [page, second]) await tab.getByRole('link', { name: 'From a program' }).waitFor();
    expect([...streams]).toEqual([page]);

    await page.close();
    await waitFor(() => streams.has(second), { what: 'the second tab to take over' });
    await person.api.folders.create({ name: 'After that', parentId: null });
    await second.getByRole('link', { name: 'After that' }).waitFor();
  });

  test('what changed while the server was unreachable is there when it is back, without a reload', async () => {
    const { page, person, server, browser } = await openRoot(startServer());
    await page.getByText('This folder is empty.').waitFor();
    browser.expectUnreachable();
    await server.kill('SIGKILL');
    await page.getByText('The server does not answer.').waitFor();
    await server.restart();
    await person.api.folders.create({ name: 'Meanwhile', parentId: null });
    await page.getByRole('link', { name: 'Meanwhile' }).waitFor();
  });

  test('renamed, moved and removed elsewhere: the page follows', async () => {
    const { page, person } = await openRoot(sharedServer());
    const file = await uploadFile(person, { name: 'one.txt', body: bytes(3) });
    await page.getByRole('link', { name: 'one.txt' }).waitFor();
    await person.api.entries.update({ id: file.id, name: 'two.txt' });
    await page.getByRole('link', { name: 'two.txt' }).waitFor();
    const folder = await person.api.folders.create({ name: 'Box', parentId: null });
    await person.api.entries.update({ id: file.id, parentId: folder.id });
    await page.getByRole('link', { name: 'two.txt' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Box' }).click();
    await page.getByRole('link', { name: 'two.txt' }).waitFor();
    await person.api.entries.remove({ id: file.id });
    await page.getByRole('link', { name: 'two.txt' }).waitFor({ state: 'detached' });
  });
});

async function openRoot<Server extends SharedServer>(on: Promise<Server>) {
  const server = await on;
  const person = await signUp(server);
  const browser = await newPerson(server, { as: person });
  const page = await browser.newPage('/task');
  await page.getByRole('button', { name: 'New Folder' }).waitFor();
  return { server, person, browser, page };
}

async function newFolder(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New Folder' }).click();
  await page.getByLabel('Folder name').fill(name);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
}
