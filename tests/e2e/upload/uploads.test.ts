import { describe, expect, test } from 'vitest';
import { messages } from '#contract/specification-messages.ts';
import { newPerson } from '#tests/support/browser/browser.ts';
import { fileOnDisk } from '#tests/support/browser/file-on-disk.ts';
import { slowUploads } from '#tests/support/browser/slow-uploads.ts';
import { signUp } from '#tests/support/client/build-account.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { type SharedServer, sharedServer } from '#tests/support/server/shared-server.ts';
import { startServer } from '#tests/support/server/start-server.ts';

const megabyte = 1_000_000;
/** Bytes a second that leave time to pause an upload, or to cancel it. */
const slow = megabyte;

describe('uploads in the browser', () => {
  test('many at once by the button; the same name again is the next version', async () => {
    const { page, person } = await openRoot(sharedServer());
    const names = Array.from({ length: 12 }, (_, i) => `file ${i}.txt`);
    await page
      .getByLabel('New File')
      .setInputFiles(await Promise.all(names.map((name) => fileOnDisk(name, bytes(1000, name)))));
    for (const name of names) await page.getByRole('link', { name, exact: true }).waitFor();
    await page.getByRole('region', { name: 'Uploads' }).getByRole('progressbar').first().waitFor({ state: 'detached' });

    await page.getByLabel('New File').setInputFiles(await fileOnDisk('file 3.txt', bytes(500, 'again')));
    await waitFor(async () => (await fileNamed(person, 'file 3.txt'))?.version === 2, { what: 'the second version' });
    await expect.poll(async () => (await person.api.folders.children({ id: 'root' })).files).toHaveLength(12);
  });

  test('dropped anywhere on the page', async () => {
    const { page } = await openRoot(sharedServer());
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

  test('the server is killed in the middle: it resumes by itself and every byte is right', async () => {
    const { page, person, server, browser } = await openRoot(startServer());
    browser.expectUnreachable();
    const body = bytes(40 * megabyte, 'film');
    const speedUp = await slowUploads(page, 4 * megabyte);
    await page.getByLabel('New File').setInputFiles(await fileOnDisk('film.bin', body));
    const bar = page.getByRole('progressbar', { name: /film\.bin/ });
    await waitFor(async () => Number(await bar.getAttribute('aria-valuenow')) >= 20, { what: 'a fifth of it' });
    await server.kill('SIGKILL');
    await speedUp();
    await server.restart();
    await page.getByRole('link', { name: 'film.bin' }).waitFor();
    const file = await fileNamed(person, 'film.bin');
    expect(sha256(await (await person.fetch(file?.url ?? '')).arrayBuffer())).toBe(sha256(body));
  });

  test('the network is cut in the middle: it resumes when it is back', async () => {
    const { page, person, browser } = await openRoot(sharedServer());
    browser.expectUnreachable();
    const body = bytes(40 * megabyte, 'net');
    const speedUp = await slowUploads(page, 4 * megabyte);
    await page.getByLabel('New File').setInputFiles(await fileOnDisk('net.bin', body));
    const bar = page.getByRole('progressbar', { name: /net\.bin/ });
    await waitFor(async () => Number(await bar.getAttribute('aria-valuenow')) >= 10, { what: 'a tenth of it' });
    await speedUp();
    await browser.context.setOffline(true);
    await page
      .getByText(/offline/i)
      .first()
      .waitFor();
    await browser.context.setOffline(false);
    await page.getByRole('link', { name: 'net.bin' }).waitFor();
    const file = await fileNamed(person, 'net.bin');
    expect(sha256(await (await person.fetch(file?.url ?? '')).arrayBuffer())).toBe(sha256(body));
  });

  test('one that is refused stays as a red bar until it is closed', async () => {
    const { page, person, browser } = await openRoot(sharedServer());
    browser.expectError(/409/);
    await person.api.folders.create({ name: 'taken', parentId: null });
    await page.getByLabel('New File').setInputFiles(await fileOnDisk('taken', bytes(10)));
    const toasts = page.getByRole('region', { name: 'Uploads' });
    await toasts.getByText(messages.uploadFailed, { exact: true }).waitFor();
    await toasts.getByRole('button', { name: /close/i }).click();
    await toasts.getByText(messages.uploadFailed, { exact: true }).waitFor({ state: 'detached' });
  });

  test('one that is paused stands still until it is resumed, and every byte is right', async () => {
    const { page, person } = await openRoot(sharedServer());
    const body = bytes(45 * megabyte, 'paused');
    const speedUp = await slowUploads(page, slow);
    await page.getByLabel('New File').setInputFiles(await fileOnDisk('held.bin', body));
    await page.getByRole('button', { name: 'Pause held.bin' }).click();
    const toasts = page.getByRole('region', { name: 'Uploads' });
    await toasts.getByText('Paused').waitFor();
    await speedUp();
    // What one points at must not move: a toast that went now would take the button away between press and release.
    await toasts.hover();
    await page.getByLabel('New File').setInputFiles(await fileOnDisk('after.txt', bytes(10)));
    await page.getByRole('link', { name: 'after.txt' }).waitFor();
    expect(await fileNamed(person, 'held.bin')).toBeUndefined();
    await page.getByRole('button', { name: 'Resume held.bin' }).click();
    await page.getByRole('link', { name: 'held.bin' }).waitFor();
    await expect.poll(() => toasts.getByText('Uploaded', { exact: true }).count()).toBe(2);
    await page.mouse.move(0, 0);
    await toasts.getByText('Uploaded', { exact: true }).first().waitFor({ state: 'detached' });
    const file = await fileNamed(person, 'held.bin');
    expect(sha256(await (await person.fetch(file?.url ?? '')).arrayBuffer())).toBe(sha256(body));
  });

  test('a paused one can be canceled', async () => {
    const { page, person } = await openRoot(sharedServer());
    await slowUploads(page, slow);
    await page.getByLabel('New File').setInputFiles(await fileOnDisk('never.bin', bytes(45 * megabyte)));
    await page.getByText('less than a minute left').waitFor();
    await page.getByRole('button', { name: 'Pause never.bin' }).click();
    await page.getByRole('button', { name: 'Resume never.bin' }).waitFor();
    // The bar is as full as its number says.
    const bar = page.getByRole('progressbar', { name: 'never.bin' });
    const percent = Number(await bar.getAttribute('aria-valuenow'));
    expect(percent).toBeGreaterThan(0);
    const clip = () => bar.locator('.bar__done').evaluate((fill) => getComputedStyle(fill).clipPath);
    await expect.poll(clip).toBe(`inset(0px ${100 - percent}% 0px 0px)`);
    await page.getByRole('button', { name: 'Cancel never.bin' }).click();
    await page.getByRole('progressbar', { name: /never\.bin/ }).waitFor({ state: 'detached' });
    await expect.poll(async () => (await person.api.folders.children({ id: 'root' })).files).toEqual([]);
  });

  test('a failed one is sent again by Retry', async () => {
    const { page, person, browser } = await openRoot(sharedServer());
    browser.expectError(/409/);
    const folder = await person.api.folders.create({ name: 'taken', parentId: null });
    await page.getByLabel('New File').setInputFiles(await fileOnDisk('taken', bytes(10)));
    await page.getByRole('button', { name: 'Retry taken' }).waitFor();
    await person.api.entries.update({ id: folder.id, name: 'free now' });
    await page.getByRole('button', { name: 'Retry taken' }).click();
    await page.getByRole('link', { name: 'taken', exact: true }).waitFor();
  });

  test('many have a summary, and are announced at their start and end', async () => {
    const { page } = await openRoot(sharedServer());
    const heard = page.getByRole('region', { name: 'Uploads' }).locator('output');
    const announced = page.evaluate(() => {
      const texts: string[] = [];
      return new Promise<string[]>((resolve) => {
        new MutationObserver(() => {
          const text = document.querySelector('[aria-label^="Uploads"] output')?.textContent ?? '';
          if (text !== '' && text !== texts.at(-1)) texts.push(text);
          if (text.endsWith('uploaded.')) resolve(texts);
        }).observe(document.body, { subtree: true, childList: true, characterData: true });
      });
    });
    const names = Array.from({ length: 40 }, (_, i) => `file ${i}.bin`);
    const speedUp = await slowUploads(page, slow);
    await page
      .getByLabel('New File')
      .setInputFiles(await Promise.all(names.map((name) => fileOnDisk(name, bytes(400_000, name)))));
    await page.getByText(/^\d+ of 40 uploaded$/).waitFor();
    // One number, and the bar is as full as it says.
    const bar = await page.getByRole('progressbar', { name: 'All uploads' }).evaluate((element) => {
      const done = element.querySelector('.bar__done');
      const value = Number(element.getAttribute('aria-valuenow'));
      return {
        value: `${value}%`,
        left: `${100 - value}%`,
        said: element.parentElement?.innerText.match(/\d+%/g)?.filter((text, at, all) => all.indexOf(text) === at),
        filled: done && getComputedStyle(done).clipPath,
        moves: done && getComputedStyle(done).transitionDuration,
      };
    });
    await speedUp();
    const { value, left } = bar;
    expect(bar).toEqual({
      value,
      left,
      said: [value],
      filled: `inset(0px ${left} 0px 0px)`,
      moves: '0s',
    });
    await page.getByText('40 files uploaded', { exact: true }).waitFor();
    expect(await announced).toEqual(['Uploading 40 files: 0%.', 'Uploading 40 files: 50%.', '40 files uploaded.']);
    expect(await heard.textContent()).toBe('40 files uploaded.');
  });

  test('a few have a summary too, which leads to them from another page; a large one says how much of it has come', async () => {
    const { page, person } = await openRoot(sharedServer());
    const speedUp = await slowUploads(page, slow);
    await page
      .getByLabel('New File')
      .setInputFiles([await fileOnDisk('film.bin', bytes(45 * megabyte)), await fileOnDisk('note.txt', bytes(10))]);
    await page.getByText(/^\d+ of 45 MB$/).waitFor();
    await page.getByRole('link', { name: 'Starred' }).click();
    await page.getByRole('heading', { level: 1, name: 'Starred' }).waitFor();
    await page.clock.install();
    await speedUp();
    await page.getByText('2 files uploaded', { exact: true }).waitFor();
    // It goes by itself, but not while it has the focus.
    await page.getByRole('button', { name: 'Show' }).focus();
    await page.clock.runFor(6000);
    await page.getByRole('button', { name: 'Show' }).click();
    await page.waitForURL('**/task');
    for (const name of ['film.bin', 'note.txt']) await page.getByRole('link', { name }).waitFor();
    // What is gone does not come back where the toasts move to, nor when they move back.
    await page.getByRole('button', { name: 'View all' }).click();
    await page.locator('dialog.viewer .toasts').waitFor({ state: 'attached' });
    expect(await page.getByText('2 files uploaded', { exact: true }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.locator('dialog.viewer').waitFor({ state: 'detached' });
    await page.locator('body .toasts').waitFor({ state: 'attached' });
    expect(await page.getByText('2 files uploaded', { exact: true }).count()).toBe(0);
    expect((await person.api.folders.children({ id: 'root' })).files).toHaveLength(2);
  });

  test('all that run are canceled at once', async () => {
    const { page, person } = await openRoot(sharedServer());
    const names = Array.from({ length: 9 }, (_, i) => `film ${i}.bin`);
    await slowUploads(page, slow);
    await page
      .getByLabel('New File')
      .setInputFiles(await Promise.all(names.map((name) => fileOnDisk(name, bytes(5 * megabyte, name)))));
    await page.getByRole('button', { name: 'Cancel all' }).click();
    await page.getByRole('progressbar').first().waitFor({ state: 'detached' });
    expect((await person.api.folders.children({ id: 'root' })).files.length).toBeLessThan(9);
  });

  test('the page warns before it is closed while bytes are moving', async () => {
    const { page } = await openRoot(sharedServer());
    await slowUploads(page, slow);
    await page.getByLabel('New File').setInputFiles(await fileOnDisk('moving.bin', bytes(45 * megabyte)));
    await page.getByRole('button', { name: 'Pause moving.bin' }).click();
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await page.getByRole('button', { name: 'Cancel moving.bin' }).click();
    await page.getByRole('progressbar').waitFor({ state: 'detached' });
  });

  test('one that is canceled leaves nothing behind', async () => {
    const { page, person } = await openRoot(sharedServer());
    await slowUploads(page, slow);
    await page.getByLabel('New File').setInputFiles(await fileOnDisk('never.bin', bytes(45 * megabyte)));
    await page.getByRole('button', { name: 'Cancel never.bin' }).click();
    await page.getByRole('progressbar', { name: /never\.bin/ }).waitFor({ state: 'detached' });
    await expect.poll(async () => (await person.api.folders.children({ id: 'root' })).files).toEqual([]);
  });
});

async function openRoot<Server extends SharedServer>(on: Promise<Server>) {
  const server = await on;
  const person = await signUp(server);
  const browser = await newPerson(server, { as: person });
  // An upload that is canceled while its creation is on the way is given up whether the server has it or not.
  browser.expectError(/404 \(Not Found\).*\/api\/uploads\//);
  const page = await browser.newPage('/task');
  await page.getByLabel('New File').and(page.locator(':enabled')).waitFor({ state: 'attached' });
  return { server, person, browser, page };
}

async function fileNamed(person: Awaited<ReturnType<typeof openRoot>>['person'], name: string) {
  return (await person.api.folders.children({ id: 'root' })).files.find((file) => file.name === name);
}
