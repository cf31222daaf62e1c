import { describe, expect, test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { newPerson } from '#tests/support/browser.ts';
import { signUp } from '#tests/support/build-account.ts';
import { bytes, sha256 } from '#tests/support/bytes.ts';
import { startServer, type TestServer } from '#tests/support/start-server.ts';
import { waitFor } from '#tests/support/wait-for.ts';

const megabyte = 1_000_000;

describe('uploads in the browser', () => {
  test('many at once by the button; the same name again is the next version', async () => {
    const { page, person } = await openRoot();
    const names = Array.from({ length: 12 }, (_, i) => `file ${i}.txt`);
    await page.getByLabel('New File').setInputFiles(names.map((name) => picked(name, bytes(1000, name))));
    for (const name of names) await page.getByRole('link', { name, exact: true }).waitFor();
    await page.getByRole('region', { name: 'Uploads' }).getByRole('progressbar').first().waitFor({ state: 'detached' });

    await page.getByLabel('New File').setInputFiles(picked('file 3.txt', bytes(500, 'again')));
    await waitFor(async () => (await fileNamed(person, 'file 3.txt'))?.version === 2, { what: 'the second version' });
    expect((await person.api.folders.children({ id: 'root' })).files).toHaveLength(12);
  });

  test('dropped anywhere on the page', async () => {
    const { page } = await openRoot();
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.items.add(new File(['one'], 'dropped 1.txt', { type: 'text/plain' }));
      data.items.add(new File(['two'], 'dropped 2.txt', { type: 'text/plain' }));
      for (const type of ['dragenter', 'dragover', 'drop']) {
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
      }
    });
    for (const name of ['dropped 1.txt', 'dropped 2.txt']) await page.getByRole('link', { name }).waitFor();
  });

  test('the server is killed in the middle: it goes on by itself and every byte is right', async () => {
    const { page, person, server, browser } = await openRoot();
    browser.expectError(/ERR_|Failed to load|50\d/);
    const body = bytes(40 * megabyte, 'film');
    await page.getByLabel('New File').setInputFiles(picked('film.bin', body));
    const bar = page.getByRole('progressbar', { name: /film\.bin/ });
    await waitFor(async () => Number(await bar.getAttribute('aria-valuenow')) >= 20, { what: 'a fifth of it' });
    await server.kill('SIGKILL');
    await server.restart();
    await page.getByRole('link', { name: 'film.bin' }).waitFor({ timeout: 60_000 });
    const file = await fileNamed(person, 'film.bin');
    expect(sha256(await (await person.fetch(file?.url ?? '')).arrayBuffer())).toBe(sha256(body));
  });

  test('the network is pulled in the middle: it goes on when it is back', async () => {
    const { page, person, browser } = await openRoot();
    browser.expectError(/ERR_|Failed to load/);
    const body = bytes(40 * megabyte, 'net');
    await page.getByLabel('New File').setInputFiles(picked('net.bin', body));
    const bar = page.getByRole('progressbar', { name: /net\.bin/ });
    await waitFor(async () => Number(await bar.getAttribute('aria-valuenow')) >= 10, { what: 'a tenth of it' });
    await browser.context.setOffline(true);
    await page
      .getByText(/offline/i)
      .first()
      .waitFor();
    await browser.context.setOffline(false);
    await page.getByRole('link', { name: 'net.bin' }).waitFor({ timeout: 60_000 });
    const file = await fileNamed(person, 'net.bin');
    expect(sha256(await (await person.fetch(file?.url ?? '')).arrayBuffer())).toBe(sha256(body));
  });

  test('one that is refused stays as a red bar until it is closed', async () => {
    const { page, person, browser } = await openRoot();
    browser.expectError(/409/);
    await person.api.folders.create({ name: 'taken', parentId: null });
    await page.getByLabel('New File').setInputFiles(picked('taken', bytes(10)));
    const toasts = page.getByRole('region', { name: 'Uploads' });
    await toasts.getByText(messages.uploadFailed, { exact: true }).waitFor();
    await toasts.getByRole('button', { name: /close/i }).click();
    await toasts.getByText(messages.uploadFailed, { exact: true }).waitFor({ state: 'detached' });
  });

  test('one that is canceled leaves nothing behind', async () => {
    const { page, person } = await openRoot();
    await page.getByLabel('New File').setInputFiles(picked('never.bin', bytes(45 * megabyte)));
    await page.getByRole('button', { name: 'Cancel never.bin' }).click();
    await page.getByRole('progressbar', { name: /never\.bin/ }).waitFor({ state: 'detached' });
    expect((await person.api.folders.children({ id: 'root' })).files).toEqual([]);
  });
});

async function openRoot() {
  const server: TestServer = await startServer();
  const person = await signUp(server);
  const browser = await newPerson(server, { as: person });
  const page = await browser.newPage('/task');
  await page.getByLabel('New File').and(page.locator(':enabled')).waitFor({ state: 'attached' });
  return { server, person, browser, page };
}

function picked(name: string, body: Uint8Array) {
  return { name, mimeType: '', buffer: Buffer.from(body) };
}

async function fileNamed(person: Awaited<ReturnType<typeof openRoot>>['person'], name: string) {
  return (await person.api.folders.children({ id: 'root' })).files.find((file) => file.name === name);
}
