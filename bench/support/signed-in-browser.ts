import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';
import { findChromium } from '#tests/support/browser/chromium-program.ts';
import type { Person } from '#tests/support/client/build-account.ts';

/** Launches Debian's Chromium, headless; the caller closes it. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium('browser'),
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run'],
  });
}

/** A browser context with the session of a person. */
export async function signedIn(
  browser: Browser,
  person: Person,
  options: BrowserContextOptions & { baseURL: string },
): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  const cookies = Object.entries(person.cookies());
  await context.addCookies(cookies.map(([name, value]) => ({ name, value, url: options.baseURL, httpOnly: true })));
  return context;
}
