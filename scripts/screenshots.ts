/**
 * Draws every screen and state on phone, desktop and a very large screen, light and dark, into `screenshots/`, from a
 * server of its own with things in it; one that fails keeps no other from being drawn. `--readme` draws the picture of the
 * README instead; other arguments are names of screens to draw alone.
 */
import { mkdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { ownAddress } from '#tests/support/client/own-address.ts';
import { newFolder, startKeepsake } from '../bench/support/server-process.ts';
import { launchBrowser, signedIn } from '../bench/support/signed-in-browser.ts';
import { fillHome } from './screens/fill-home.ts';
import { open, type Screen } from './screens/screen.ts';
import { listScreens } from './screens/screens.ts';

type Look = { width: number; theme: 'light' | 'dark' };

const looks: Look[] = [360, 1280, 2560].flatMap((width) =>
  (['light', 'dark'] as const).map((theme) => ({ width, theme })),
);

const { values, positionals } = parseArgs({ options: { readme: { type: 'boolean' } }, allowPositionals: true });
const folder = await newFolder();
const server = await startKeepsake(folder.path);
const browser = await launchBrowser();
try {
  const person = await signUp(server, { email: 'you@example.org' });
  const home = await fillHome(person);
  if (values.readme) await drawReadme(browser, person, `/folder/${home.summer}`);
  else {
    const all = listScreens(home);
    const [twice] = all.filter(({ name }, at) => all.findIndex((other) => other.name === name) !== at);
    if (twice) throw new Error(`Two screens are called ${twice.name}: one would overwrite the other.`);
    const screens = all.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
    for (const look of looks)
      for (const screen of screens)
        await draw(browser, person, screen, look).catch((error: unknown) => {
          console.error(`${screen.name} at ${look.width} px, ${look.theme}:`, error);
          process.exitCode = 1;
        });
  }
} finally {
  await browser.close();
  await server.stop();
  await folder.remove();
}

async function draw(from: Browser, person: Person, screen: Screen, look: Look): Promise<void> {
  const page = await newPage(from, screen.signedIn ? person : undefined, look);
  try {
    await screen.show(page);
    if (screen.whole) await showWhole(page, look.width);
    await settle(page);
    await page.screenshot({ path: `screenshots/${screen.name}-${look.width}-${look.theme}.png` });
  } finally {
    await page.context().close();
  }
}

async function drawReadme(from: Browser, person: Person, path: string): Promise<void> {
  await mkdir('docs/images', { recursive: true });
  const page = await newPage(from, person, { width: 1280, theme: 'light' });
  await open(page, path);
  await settle(page);
  await page.screenshot({ path: 'docs/images/keepsake.png' });
}

async function newPage(from: Browser, person: Person | undefined, { width, theme }: Look): Promise<Page> {
  const onPhone = width < 720;
  const options = {
    baseURL: server.baseUrl,
    viewport: { width, height: onPhone ? 760 : width > 2000 ? 1300 : 860 },
    colorScheme: theme,
    isMobile: onPhone,
    hasTouch: onPhone,
    extraHTTPHeaders: { 'x-forwarded-for': ownAddress() }, // Limits count by address.
    serviceWorkers: 'block' as const, // So that every request can be held back.
  };
  const context = person ? await signedIn(from, person, options) : await from.newContext(options);
  return await context.newPage();
}

/** Makes the window as high as the page: tiles are drawn only where they can be seen. */
async function showWhole(page: Page, width: number): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height });
}

/** Waits for fonts and pictures, also for those that would wait for someone to scroll, and until nothing fades. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const images = Array.from(document.images);
    for (const image of images) image.loading = 'eager';
    const decoded = images.map((image) => image.decode().catch(() => {}));
    const endless = (animation: Animation) =>
      animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY;
    const moving = document.getAnimations().filter((animation) => !endless(animation));
    const limit = new Promise((resolve) => setTimeout(resolve, 3000)); // Offline pictures may never come.
    await Promise.race([
      Promise.allSettled([document.fonts.ready, ...decoded, ...moving.map((one) => one.finished)]),
      limit,
    ]);
  });
}
