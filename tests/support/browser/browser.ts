import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import type { Person, Place } from '../client/build-account.ts';
import { ownAddress } from '../client/own-address.ts';
import { createExpectations } from '../fixtures/expected.ts';
import { afterEachCheck, atEndOfFile, forWorker } from '../fixtures/file-end.ts';
import { waitMs } from '../fixtures/patience.ts';
import { findChromium } from './chromium-program.ts';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
];

type Options = BrowserContextOptions & {
  /** Whose session the browser has; nobody's unless given. */
  as?: Person;
  /** Whether PDF files are to be shown. */
  showsPdf?: boolean;
};

/** Someone at a browser of their own: own cookies, cache and client address. */
export type BrowserPerson = {
  context: BrowserContext;
  /** Opens a tab, on a path of the server when given. */
  newPage(path?: string): Promise<Page>;
  /** Allows console errors and page errors that match; all others fail the test. */
  expectError(pattern: RegExp): void;
  /** Allows what a browser says of a server that does not answer, or only with 50x. */
  expectUnreachable(): void;
  close(): Promise<void>;
};

/** What the tile of a text reads of it. */
const firstLines = 'bytes=0-1023';

/** The last is what becomes of a service worker's script. */
const unreachable = /ERR_|Failed|50\d|error occurred when fetching the script/;

let shell: Promise<Browser> | undefined;

/** Gives someone a browser. One Chromium serves all persons of a worker and closes with it. */
export async function newPerson(
  place: Place,
  { as, showsPdf = false, ...options }: Options = {},
): Promise<BrowserPerson> {
  const browser = await (showsPdf ? launch('browser') : (shell ??= forWorker(() => launch('shell'))));
  const context = await browser.newContext({
    baseURL: place.baseUrl,
    // Frames of transitions cost a tenth of the time; the walk has them.
    reducedMotion: 'reduce',
    // It fetches the whole app once for each browser: only where it matters.
    serviceWorkers: 'block',
    ...options,
    extraHTTPHeaders: { 'x-forwarded-for': as?.address ?? ownAddress(), ...options.extraHTTPHeaders },
  });
  context.setDefaultTimeout(waitMs);
  if (as) {
    const cookies = Object.entries(as.cookies());
    await context.addCookies(cookies.map(([name, value]) => ({ name, value, url: place.baseUrl, httpOnly: true })));
  }
  // Before its server ends, so that no tab complains of that.
  atEndOfFile(() => context.close());
  const errors = createExpectations('error in the browser');
  afterEachCheck(errors.take);
  context.on('console', (message) => {
    if (message.type() === 'error') errors.add(`${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => errors.add(String(error.error())));
  context.on('request', (request) => {
    const url = request.url();
    // What its pages had asked for when somebody logs out is refused.
    if (url.endsWith('/api/auth/sign-out')) errors.expect(/401/);
    // A tile may ask for the first lines of a text that is being removed.
    if (request.headers()['range'] === firstLines) errors.expect(new RegExp(`404 .*${literally(url)}`));
  });
  return {
    context,
    async newPage(path) {
      const page = await context.newPage();
      if (path !== undefined) await page.goto(path);
      return page;
    },
    expectError: errors.expect,
    expectUnreachable: () => errors.expect(unreachable),
    close: () => context.close(),
  };
}

async function launch(kind: 'shell' | 'browser'): Promise<Browser> {
  const executablePath = findChromium(kind);
  if (executablePath === undefined) throw new Error('Chromium is missing: run `npm test`, which says how to get it.');
  const browser = await chromium.launch({ executablePath, args: flags });
  atEndOfFile(() => browser.close());
  return browser;
}

/** A pattern of nothing but this text. */
function literally(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}
