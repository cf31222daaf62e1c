/** Browsers that save nothing: storage forbidden, as in some private windows, or full. */
import { describe, expect, test } from 'vitest';
import { type BrowserPerson, newPerson } from '#tests/support/browser/browser.ts';
import { fillIn } from '#tests/support/browser/fill-in.ts';
import { signUp } from '#tests/support/client/build-account.ts';
import { sharedServer } from '#tests/support/server/shared-server.ts';

describe('storage of the browser', () => {
  test('forbidden: log in, create a folder, upload a file, log out', async () => {
    const server = await sharedServer();
    const browser = await newPerson(server);
    await browser.context.addInitScript(() => {
      const refuse = () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      };
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
        Object.defineProperty(window, name, { configurable: true, get: refuse });
    });
    await useHouse(browser, await signUp(server));
  });

  test('full: the same, and what cannot be saved is read from the server', async () => {
    const server = await sharedServer();
    const browser = await newPerson(server);
    browser.expectError(/Quota|quota/);
    const page = await browser.newPage('/');
    const devtools = await browser.context.newCDPSession(page);
    await devtools.send('Storage.overrideQuotaForOrigin', { origin: server.baseUrl, quotaSize: 0 });
    await useHouse(browser, await signUp(server));
  });
});

async function useHouse(browser: BrowserPerson, person: Awaited<ReturnType<typeof signUp>>): Promise<void> {
  const page = await browser.newPage('/login');
  await fillIn(page, { Email: person.email, Password: person.password });
  await page.getByRole('button', { name: 'login now' }).click();
  await page.getByRole('link', { name: 'Lets start' }).click();
  await page.getByRole('button', { name: 'New Folder' }).click();
  await page.getByLabel('Folder name').fill('Letters');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('link', { name: 'Letters' }).click();
  await page.getByRole('heading', { name: 'Letters', exact: true }).waitFor();
  await page
    .getByLabel('New File')
    .and(page.locator(':enabled'))
    .setInputFiles({
      name: 'note.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('uploaded all the same'),
    });
  await page.getByRole('link', { name: 'note.txt' }).waitFor();
  await page.reload();
  await page.getByRole('link', { name: 'note.txt' }).waitFor();
  await page.getByText('List', { exact: true }).click();
  await page.getByRole('grid').waitFor();

  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Log Out' }).click();
  await page.waitForURL('**/login');
  await expect
    .poll(async () => (await person.api.folders.children({ id: 'root' })).folders.map(({ name }) => name))
    .toEqual(['Letters']);
}
