import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import type { Person } from '../client/build-account.ts';
import { atEndOfFile } from '../fixtures/file-end.ts';
import { waitFor } from '../fixtures/wait-for.ts';
import { findChromium } from './chromium-program.ts';

/**
 * Downloads an address with the download manager of Chromium, signed in as a person; returns the file. After a connection that
 * was closed it goes on by itself up to five times; otherwise Resume is pressed on its page of downloads, as a person would.
 * `onResume` is called each time.
 */
export async function downloadWithBreaks(person: Person, url: string, onResume: () => void): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-downloads-'));
  const context = await start(join(folder, 'profile'), join(folder, 'files'));
  atEndOfFile(async () => {
    await context.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  const { origin } = new URL(url);
  await context.addCookies(
    Object.entries(person.cookies()).map(([name, value]) => ({ name, value, url: origin, httpOnly: true })),
  );
  const [manager, page] = [await context.newPage(), await context.newPage()];
  await manager.goto('chrome://downloads/');
  await page.evaluate((address) => location.assign(address), url);
  return await waitFor(
    async () => {
      if (await pressResume(manager)) onResume();
      const [name] = (await readdir(join(folder, 'files'))).filter((one) => !one.endsWith('.crdownload'));
      return name === undefined ? undefined : join(folder, 'files', name);
    },
    { what: 'the whole download', timeoutMs: 300_000 },
  );
}

/** With windows that nobody sees: the engine alone has no download manager. */
async function start(profile: string, downloadsPath: string): Promise<BrowserContext> {
  const executablePath = findChromium('browser');
  if (executablePath === undefined) throw new Error('Chromium is missing.');
  return await chromium.launchPersistentContext(profile, {
    executablePath,
    downloadsPath,
    ignoreDefaultArgs: ['--headless'],
    args: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run'],
  });
}

/** Returns whether there was something to resume; while bytes come the same button pauses. */
async function pressResume(manager: Page): Promise<boolean> {
  return await manager.locator('downloads-item #pause-or-resume').evaluateAll((buttons) => {
    const [button] = buttons as HTMLButtonElement[];
    if (button === undefined || button.hidden || button.textContent.trim() !== 'Resume') return false;
    button.click();
    return true;
  });
}
