import { randomFillSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { type Figure, rateFigure, timed } from '../support/figures.ts';
import { newFolder, startBare, startKeepsake } from '../support/server-process.ts';
import { launchBrowser, signedIn } from '../support/signed-in-browser.ts';

const gibibyte = 1024 ** 3;
const rounds = 3;
const inputId = 'chosen';
/** The tile of a file. */
const fileTile = 'a[data-entry][target="_blank"]';

/** One file of 1 GiB up and down in Chromium: by the web app, with and without hashing, and by the bare server. */
export async function measureBrowserTransfer(): Promise<Figure[]> {
  const folder = await newFolder();
  const [keepsake, bare] = await Promise.all([startKeepsake(`${folder.path}/data`), startBare(folder.path)]);
  const person = await signUp(keepsake);
  const browser = await launchBrowser();
  const context = await signedIn(browser, person, { baseURL: keepsake.baseUrl, serviceWorkers: 'block' });
  const times: Record<'bareUp' | 'hashed' | 'unhashed' | 'bareDown' | 'down', number[]> = {
    bareUp: [],
    hashed: [],
    unhashed: [],
    bareDown: [],
    down: [],
  };
  const content = Buffer.alloc(gibibyte);
  try {
    // A page on the bare server's origin, and the icon that browsers request.
    for (const name of ['page', 'favicon.ico']) await writeFile(`${folder.path}/${name}`, '<!doctype html>');
    for (let round = 0; round < rounds; round += 1) {
      const page = await context.newPage();
      await page.goto(`${bare.baseUrl}/page`);
      const path = await newFile();
      times.bareUp.push(await bareUpload(page, path, `${bare.baseUrl}/round`));
      times.bareDown.push(await timed(() => download(page, `${bare.baseUrl}/round`)));
      for (const variant of ['hashed', 'unhashed'] as const) {
        // A browser without workers uploads without hashing.
        if (variant === 'unhashed') await page.addInitScript(() => Reflect.deleteProperty(window, 'Worker'));
        times[variant].push(await uploadByApp(page, person, await newFile(), `${variant}-${round}`));
      }
      const url = (await page.locator(fileTile).getAttribute('href')) ?? '';
      times.down.push(await timed(() => download(page, url)));
      await page.close();
    }
  } finally {
    await browser.close();
    await Promise.all([keepsake.stop(), bare.stop()]);
    await folder.remove();
  }
  return [
    rateFigure('1 GiB up, bare server', gibibyte, times.bareUp),
    rateFigure('1 GiB up, the web app, hashed in a worker', gibibyte, times.hashed, times.bareUp),
    rateFigure('1 GiB up, the web app, not hashed', gibibyte, times.unhashed, times.bareUp),
    rateFigure('1 GiB down, bare server', gibibyte, times.bareDown),
    rateFigure('1 GiB down, /content', gibibyte, times.down, times.bareDown),
  ];

  /** A file with new content: known content is not sent again. */
  async function newFile(): Promise<string> {
    randomFillSync(content, 0, 64);
    const path = `${folder.path}/${Date.now()}.bin`;
    await writeFile(path, content);
    return path;
  }
}

async function bareUpload(page: Page, path: string, url: string): Promise<number> {
  await page.evaluate((id) => {
    const input = Object.assign(document.createElement('input'), { type: 'file', id });
    document.body.append(input);
  }, inputId);
  await page.locator(`#${inputId}`).setInputFiles(path);
  return await timed(() =>
    page.evaluate(
      async ([id, to]) => {
        const input = document.getElementById(id) as HTMLInputElement;
        await fetch(to, { method: 'PUT', body: input.files?.[0] ?? null });
      },
      [inputId, url] as const,
    ),
  );
}

/** From choosing the file until the server has it. */
async function uploadByApp(page: Page, person: Person, path: string, name: string): Promise<number> {
  const { id } = await person.api.folders.create({ name, parentId: null });
  await page.goto(`/folder/${id}`);
  const input = page.getByLabel('New File').and(page.locator(':enabled'));
  await input.waitFor({ state: 'attached' });
  return await timed(async () => {
    await input.setInputFiles(path);
    await page.locator(fileTile).waitFor({ timeout: 300_000 });
  });
}

async function download(page: Page, url: string): Promise<void> {
  const received = await page.evaluate(async (from) => {
    const reader = (await fetch(from)).body?.getReader();
    let bytes = 0;
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) bytes += part.value.length;
    return bytes;
  }, url);
  if (received !== gibibyte) throw new Error(`${url} gave ${received} bytes`);
}
