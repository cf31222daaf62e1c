import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { messages } from '#contract/specification-messages.ts';
import { type BrowserPerson, newPerson } from '#tests/support/browser/browser.ts';
import { openPictures } from '#tests/support/browser/open-pictures.ts';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { type SharedServer, sharedServer } from '#tests/support/server/shared-server.ts';
import { startServer } from '#tests/support/server/start-server.ts';

describe('without a network', () => {
  test('a folder that was opened before opens from what the browser saved, read-only, and catches up by itself', async () => {
    const server = await startServer();
    const { ada, browser, page } = await seen('Family', server);
    await server.kill('SIGKILL');
    await page.reload();

    await page.getByRole('link', { name: 'Family' }).waitFor();
    await page.getByText('The server does not answer.').waitFor();
    await page.getByText(/You see what this device saved (a moment|\d+ minutes?) ago\./).waitFor();
    await page.getByRole('button', { name: 'New Folder' }).and(page.locator(':disabled')).waitFor();
    await expect.poll(() => page.getByLabel('New File').isDisabled()).toBe(true);
    expect(await page.getByText("Available when you're back online", { exact: true }).count()).toBe(2);

    await server.restart();
    await ada.api.folders.create({ name: 'Meanwhile', parentId: null });
    await page.getByRole('link', { name: 'Meanwhile' }).waitFor();
    await page.getByText('The server does not answer.').waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: 'New Folder' }).isEnabled()).toBe(true);
    await browser.close();
  });

  test('a folder that was never opened says the sentence of the specification, and opens when tried again', async () => {
    const { ada, browser, page, folderId } = await seen('Unseen');
    await uploadFile(ada, { name: 'inside.txt', body: bytes(3), folderId });
    await browser.context.setOffline(true);
    await page.getByRole('link', { name: 'Unseen' }).click();
    const sentence = page.getByRole('alert').filter({ hasText: messages.offline });
    await sentence.waitFor();
    await page.getByRole('heading', { name: 'Unseen' }).waitFor();
    await sentence.getByRole('heading', { name: 'You are offline.' }).waitFor();
    await sentence.getByText('The server cannot be reached.').waitFor();
    await browser.context.setOffline(false);
    await page.getByRole('link', { name: 'inside.txt' }).waitFor();
    expect(await sentence.count()).toBe(0);
  });

  test('a file says that it is offline instead of opening a tab that could show nothing', async () => {
    const { ada, browser, page } = await seen('Family');
    await uploadFile(ada, { name: 'inside.txt', body: bytes(3) });
    const file = page.getByRole('link', { name: 'inside.txt' });
    await file.waitFor();
    await browser.context.setOffline(true);
    await page.getByText('Not on this device', { exact: true }).waitFor();
    await file.click();
    const words = "Not on this device. Available when you're back online.";
    await page.getByRole('alert').getByText(words, { exact: true }).waitFor();
    expect(browser.context.pages().length).toBe(1);
    expect(
      await file.evaluate((link) => document.getElementById(link.getAttribute('aria-describedby') ?? '')?.textContent),
    ).toContain(words);
    await page.getByRole('button', { name: 'More actions for inside.txt' }).click();
    await page.getByRole('menuitem', { name: 'Not on this device', disabled: true }).waitFor();
    await page.keyboard.press('Escape');
    // A key that would do something says why it does not.
    await file.focus();
    await page.keyboard.press('F2');
    await page
      .getByRole('alert')
      .filter({ hasText: 'Rename' })
      .getByText("Available when you're back online.")
      .waitFor();
    await page.getByText('List', { exact: true }).click();
    await page.getByRole('gridcell', { name: 'Not on this device', exact: true }).waitFor();
    await page.getByText('Grid', { exact: true }).click();
    await browser.context.setOffline(false);
    await page.getByRole('gridcell').getByText('Not on this device', { exact: true }).waitFor({ state: 'detached' });
    const [tab] = await Promise.all([browser.context.waitForEvent('page'), file.click()]);
    await tab.close();
  });

  test('a saved folder is shown while the server does not answer', async () => {
    const server = await startServer();
    const { browser, page } = await seen('Painted', server);
    // Stopped, not ended: connections stand, and no answer ever comes.
    process.kill(server.pid, 'SIGSTOP');
    try {
      await page.reload({ waitUntil: 'commit' });
      await page.getByRole('link', { name: 'Painted' }).waitFor();
    } finally {
      process.kill(server.pid, 'SIGCONT');
    }
    await browser.close();
  });

  test('a link to a file that the saved folder lacks waits until the folder is read', async () => {
    const { ada, browser, page } = await seen('Box');
    await page.close();
    const { id } = await uploadFile(ada, { name: 'later.txt', body: Buffer.from('Dear Ada') });
    const next = await browser.newPage();
    await next.route('**/api/folders/root/children*', async (route) => {
      await next.getByRole('link', { name: 'Box' }).waitFor();
      await route.continue();
    });
    await next.goto(`/task?view=${id}`);
    await next.getByRole('dialog', { name: 'later.txt, viewer' }).getByText('Dear Ada').waitFor();
    expect(await next.getByText('Not found').count()).toBe(0);
  });

  test('what changed while no page was open comes by the stream, and a saved folder is not read again', async () => {
    const { ada, browser, page, folderId } = await seen('Box');
    await page.getByRole('link', { name: 'Box' }).click();
    await page.getByRole('heading', { name: 'Box', exact: true }).waitFor();
    await isSaved(page, ada, folderId);
    await page.close();
    await uploadFile(ada, { name: 'later.txt', body: bytes(3), folderId });

    const next = await browser.newPage();
    const reads: string[] = [];
    next.on('request', (request) => reads.push(new URL(request.url()).pathname));
    await next.goto('/task');
    await next.getByRole('link', { name: 'Box' }).waitFor();
    // Root may be read for the first of them. When both are there, the stream stands.
    for (const name of ['First', 'Told']) {
      await ada.api.folders.create({ name, parentId: null });
      await next.getByRole('link', { name }).waitFor();
    }
    await next.getByRole('link', { name: 'Box' }).click();
    await next.getByRole('link', { name: 'later.txt' }).waitFor();
    expect(reads).toContain('/api/live');
    expect(reads).not.toContain(`/api/folders/${folderId}/children`);
  });
});

test('pictures that could not be loaded are loaded when the server is back, also in Trash and in what was found', async () => {
  const { page, person, files, context, expectUnreachable, expectError } = await openPictures();
  expectUnreachable();
  expectError(/ERR_FAILED/);
  await person.api.entries.remove({ id: files[0]?.id ?? '' });
  const openers = [() => page.goto('/trash'), () => page.keyboard.press('/')];
  for (const open of openers) {
    await page.route('**/preview/**', (route) => route.abort());
    await open();
    const picture = page.locator('dialog.palette .thumbnail img, main .thumbnail img').last();
    await expect.poll(() => picture.getAttribute('src')).toMatch(/^data:/);
    await page.unroute('**/preview/**');
    await context.setOffline(true);
    await page.getByText('You are offline.').waitFor();
    await context.setOffline(false);
    await page.getByText('You are offline.').waitFor({ state: 'detached' });
    await expect.poll(() => picture.getAttribute('src')).toContain('/preview/');
  }
});

test('a picture whose try without a network ends when the server is back again is tried once more', async () => {
  const { page, person, context, expectUnreachable, expectError } = await openPictures();
  expectUnreachable();
  expectError(/ERR_FAILED/);
  const held: Route[] = [];
  let previews: 'fail' | 'wait' | 'come' = 'fail';
  await page.route('**/preview/**', (route) => {
    if (previews === 'wait') held.push(route);
    else return previews === 'fail' ? route.abort() : route.continue();
  });
  await page.reload();
  // Root may be read for the first of them. When both are there, the stream stands, with which they are tried once more.
  for (const name of ['First', 'Told']) {
    await person.api.folders.create({ name, parentId: null });
    await page.getByRole('link', { name }).waitFor();
  }
  const pictures = page.locator('.thing.print img');
  const sources = () => pictures.evaluateAll((all) => all.map((img) => img.getAttribute('src')?.slice(0, 5)));
  await expect.poll(sources).toEqual(['data:', 'data:', 'data:']);

  previews = 'wait';
  await context.setOffline(true);
  await waitFor(() => held.length >= 3, { what: 'tries without a network' });
  await page.getByText('You are offline.').waitFor();
  await context.setOffline(false);
  await page.getByText('You are offline.').waitFor({ state: 'detached' });
  previews = 'come';
  const loaded = page.waitForResponse('**/preview/**');
  for (const route of held) await route.abort();
  await loaded;
  await expect.poll(() => pictures.first().getAttribute('src')).toContain('/preview/');
});

describe('what the browser saves of a user', () => {
  test('is emptied in all tabs when one logs out', async () => {
    const { ada, browser, page } = await seen('Private');
    const other = await browser.newPage('/dashboard');
    expect(await savedFolders(page)).not.toEqual([]);
    await other.getByRole('button', { name: 'Log Out' }).click();
    await page.waitForURL('**/login');
    await waitFor(async () => (await savedFolders(page)).length === 0, { what: 'an empty browser' });
    expect(await ada.account.current()).toBeNull();
  });

  test('is emptied when the server ends the session, which the log-in page says', async () => {
    const { ada, browser, page } = await seen('Private');
    browser.expectError(/401/);
    await ada.account.logOut();
    await page.waitForURL('**/login');
    await page.getByText('Your session has ended.').waitFor();
    await waitFor(async () => (await savedFolders(page)).length === 0, { what: 'an empty browser' });
  });

  test('is never shown to the next person', async () => {
    const { server, browser, page } = await seen('Private');
    const eve = await signUp(server);
    const cookies = Object.entries(eve.cookies());
    await browser.context.addCookies(cookies.map(([name, value]) => ({ name, value, url: server.baseUrl })));
    await page.reload();
    await waitFor(async () => (await savedFolders(page)).every(([uid]) => uid === eve.uid), {
      what: 'only her folders',
    });
    await page.getByText('Empty').first().waitFor();
    expect(await page.getByRole('link', { name: 'Private' }).count()).toBe(0);
  });
});

/** A user whose browser has saved Root with one folder in it. */
async function seen(name: string, own?: SharedServer) {
  const server = own ?? (await sharedServer());
  const ada = await signUp(server);
  const { id: folderId } = await ada.api.folders.create({ name, parentId: null });
  const browser: BrowserPerson = await newPerson(server, { as: ada, serviceWorkers: 'allow' });
  browser.expectUnreachable();
  const page = await browser.newPage('/task');
  await page.getByRole('link', { name }).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await isSaved(page, ada, 'root');
  return { server, ada, browser, page, folderId };
}

async function isSaved(page: Page, { uid }: Person, folderId: string): Promise<void> {
  const wanted = JSON.stringify([uid, folderId]);
  const isThere = async () => (await savedFolders(page)).some((key) => JSON.stringify(key) === wanted);
  await waitFor(isThere, { what: 'the folder to be saved' });
}

/** The keys of what the browser has saved: the user's uid and the folder's id. */
function savedFolders(page: Page): Promise<string[][]> {
  return page.evaluate(
    () =>
      new Promise<string[][]>((resolve, reject) => {
        const opening = indexedDB.open('keepsake');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const asked = opening.result.transaction('listings').objectStore('listings').getAllKeys();
          asked.onsuccess = () => {
            opening.result.close();
            resolve(asked.result as unknown as string[][]);
          };
          asked.onerror = () => reject(asked.error);
        };
      }),
  );
}
