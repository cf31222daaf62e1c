/**
 * Draws every screen on phone and desktop, light and dark, into `screenshots/`, from a server of its own with things in
 * it. `--readme` draws the picture of the README instead.
 */
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { startUpload } from '#client/storage/upload.ts';
import { type Person, signUp } from '#tests/support/build-account.ts';
import { findChromium } from '#tests/support/chromium-program.ts';
import { newFolder, startKeepsake } from '../bench/running.ts';

const pictures = 'web/ui/pictures';
const widths = [360, 1280, 2560];
const themes = ['light', 'dark'] as const;

type Look = { width: number; theme: (typeof themes)[number] };

const folder = await newFolder();
const server = await startKeepsake(folder.path);
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run'],
});
try {
  const person = await signUp(server, { email: 'you@example.org' });
  const summer = await fill(person);
  if (process.argv.includes('--readme')) {
    await mkdir('docs/images', { recursive: true });
    const page = await openPage(browser, person, { width: 1280, theme: 'light' });
    await draw(page, `/folder/${summer}`, 'docs/images/keepsake.png');
  } else
    for (const theme of themes) for (const width of widths) await drawAll(browser, person, summer, { width, theme });
} finally {
  await browser.close();
  await server.stop();
  await folder.remove();
}

/** Folders and files as a family would have them. Returns the folder that holds the pictures. */
async function fill(person: Person): Promise<string> {
  const family = await person.api.folders.create({ name: 'Family', parentId: null });
  for (const name of ['Letters', 'Recipes']) await person.api.folders.create({ name, parentId: null });
  const summer = await person.api.folders.create({ name: 'Summer at the lake', parentId: family.id });
  for (const name of ['First year', 'Garden']) await person.api.folders.create({ name, parentId: summer.id });
  for (const picture of await readdir(pictures))
    await keep(person, summer.id, picture, await readFile(join(pictures, picture)));
  await keep(person, summer.id, 'note to all.txt', Buffer.from('The boat is out again and the water is still cold.'));
  await keep(person, summer.id, 'Plum jam.pdf', Buffer.from('%PDF-1.4\n'));
  await keep(person, summer.id, 'Grandmother tells.m4a', Buffer.alloc(5_600_000));
  await keep(person, summer.id, 'scans 1974.zip', Buffer.alloc(2_120_000));
  return summer.id;
}

async function keep(person: Person, folderId: string, name: string, body: Buffer): Promise<void> {
  await startUpload(person.server, { name, body, folderId }).done;
}

async function drawAll(from: Browser, person: Person, summer: string, look: Look): Promise<void> {
  const into = (name: string) => `screenshots/${name}-${look.width}-${look.theme}.png`;
  const page = await openPage(from, person, look);
  const screens = {
    landing: '/',
    root: '/task',
    folder: `/folder/${summer}`,
    profile: '/dashboard',
    'not-found': '/no/such/page',
  };
  for (const [name, path] of Object.entries(screens)) await draw(page, path, into(name));
  await page.goto('/task');
  await page.getByRole('button', { name: 'New Folder' }).click();
  await page.getByLabel('Folder name').fill('Letters');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('is already here').waitFor();
  await page.screenshot({ path: into('new-folder-taken') });
  await page.context().close();

  const stranger = await openPage(from, undefined, look);
  for (const name of ['login', 'signup', 'forgot']) await draw(stranger, `/${name}`, into(name));
  await draw(stranger, '/reset?error=INVALID_TOKEN', into('reset-ended'));
  await stranger.goto('/signup');
  await stranger.getByRole('button', { name: 'signup now' }).click();
  await stranger.screenshot({ path: into('signup-error') });
  await stranger.context().close();
}

async function openPage(from: Browser, person: Person | undefined, { width, theme }: Look): Promise<Page> {
  const height = width < 720 ? 760 : 860;
  const context = await from.newContext({
    baseURL: server.baseUrl,
    viewport: { width, height },
    colorScheme: theme,
    isMobile: width < 720,
    hasTouch: width < 720,
  });
  if (person) {
    const cookies = Object.entries(person.cookies());
    await context.addCookies(cookies.map(([name, value]) => ({ name, value, url: server.baseUrl, httpOnly: true })));
  }
  return await context.newPage();
}

async function draw(page: Page, path: string, file: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading').first().waitFor();
  // A list of things is there when its skeletons are gone.
  await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
  await page.evaluate(async () => {
    const images = Array.from(document.images);
    // Pictures further down would wait for someone to scroll.
    for (const image of images) image.loading = 'eager';
    await Promise.all([document.fonts.ready, ...images.map((image) => image.decode().catch(() => {}))]);
  });
  await page.screenshot({ path: file, fullPage: file.startsWith('screenshots/') });
}
