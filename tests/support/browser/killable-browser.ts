import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import type { Person } from '../client/build-account.ts';
import { atEndOfFile } from '../fixtures/file-end.ts';
import { findChromium } from './chromium-program.ts';

/**
 * A browser of its own with a profile on the disk, signed in as a person, which a test may kill and start again. The
 * session is given at each start: Chromium writes cookies to the disk only every half minute.
 */
export async function killableBrowser(person: Person) {
  const profile = await mkdtemp(join(tmpdir(), 'keepsake-profile-'));
  let context = await start();
  atEndOfFile(async () => {
    await context.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  });

  return {
    async newPage(url: string): Promise<Page> {
      const page = await context.newPage();
      await page.goto(url);
      return page;
    },
    /** Kills all of its processes, as a crash would, and starts it again with the same profile. */
    async killAndStart(): Promise<void> {
      const gone = new Promise((resolve) => context.once('close', resolve));
      for (const pid of await processesOf(profile)) kill(pid);
      await gone;
      context = await start();
    },
  };

  async function start(): Promise<BrowserContext> {
    const executablePath = findChromium('shell');
    if (executablePath === undefined) throw new Error('Chromium is missing.');
    const started = await chromium.launchPersistentContext(profile, {
      executablePath,
      args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run'],
    });
    const url = person.server.baseUrl;
    await started.addCookies(
      Object.entries(person.cookies()).map(([name, value]) => ({ name, value, url, httpOnly: true })),
    );
    return started;
  }
}

/** Every process that names the profile in its command line. */
async function processesOf(profile: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
  return pids.filter((_, at) => lines[at]?.includes(profile));
}

function kill(pid: number) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended with another one.
  }
}
