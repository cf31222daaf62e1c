import { describe, expect, test } from 'vitest';
import { newPerson } from '#tests/support/browser/browser.ts';
import { signUp } from '#tests/support/client/build-account.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { sharedServer } from '#tests/support/server/shared-server.ts';
import { startServer } from '#tests/support/server/start-server.ts';

type Manifest = { name: string; start_url: string; icons: { src: string; sizes: string; purpose: string }[] };

describe('the app can be installed', () => {
  test('the browser finds nothing to object to in the manifest, and every icon is as large as it says', async () => {
    const server = await sharedServer();
    const browser = await newPerson(server, { serviceWorkers: 'allow' });
    const page = await browser.newPage('/');
    await page.evaluate(() => navigator.serviceWorker.ready);
    const session = await browser.context.newCDPSession(page);
    const { url, errors } = await session.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    // Each person of a test is at a private window.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);

    const manifest = (await (await fetch(url)).json()) as Manifest;
    expect(manifest).toMatchObject({ name: 'Keepsake', start_url: '/task' });
    const pngs = manifest.icons.filter(({ src }) => src.endsWith('.png'));
    expect(pngs.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
    ]);
    for (const { src, sizes } of [...pngs, { src: '/apple-touch-icon.png', sizes: '180x180' }]) {
      expect(`${src} ${await pixelsOf(server.baseUrl + src)}`).toBe(`${src} ${sizes}`);
    }
    const favicon = await fetch(`${server.baseUrl}/favicon.ico`);
    expect(favicon.headers.get('content-type')).toMatch(/icon/);
  });

  test('each theme has its own colour for the bars of the browser, and a chosen one counts', async () => {
    const server = await sharedServer();
    const browser = await newPerson(server, { colorScheme: 'dark', serviceWorkers: 'allow' });
    const page = await browser.newPage('/');
    const colour = () =>
      page.evaluate(() => {
        const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')];
        return metas.filter(({ media }) => matchMedia(media).matches).map(({ content }) => content);
      });
    expect(await colour()).toEqual(['#1a1715']);
    await page.getByRole('button', { name: /theme/i }).click();
    await expect.poll(colour).toEqual(['#f2f1ed']);
    await page.reload();
    expect(await colour()).toEqual(['#f2f1ed']);
  });
});

describe('the service worker', () => {
  test('is requested each time, and caches the shell but nothing of a user', async () => {
    const server = await sharedServer();
    const worker = await fetch(`${server.baseUrl}/service-worker.js`);
    expect(worker.headers.get('cache-control')).toBe('no-cache');
    expect(worker.headers.get('content-type')).toMatch(/javascript/);

    const ada = await signUp(server);
    await uploadFile(ada, { name: 'note.txt', body: Buffer.from('a note') });
    const browser = await newPerson(server, { as: ada, serviceWorkers: 'allow' });
    const page = await browser.newPage('/task');
    await page.evaluate(() => navigator.serviceWorker.ready);
    // The worker has taken over this page by now or with the next one.
    await page.reload();
    const [tab] = await Promise.all([
      browser.context.waitForEvent('page'),
      page.getByRole('link', { name: 'note.txt' }).click(),
    ]);
    await tab.waitForLoadState();
    expect(await tab.evaluate(() => document.body.textContent)).toContain('a note');
    await page.goto('/api/docs');
    expect(await page.title()).not.toMatch(/Keepsake$/);

    await page.goto('/task');
    const stored = await page.evaluate(async () => {
      const names = await caches.keys();
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return requests.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(stored).toContain('/index.html');
    expect(stored.filter((path) => /^\/(api|content|preview|healthz|readyz)/.test(path))).toEqual([]);
  });

  test('opens every page of the app without a network', async () => {
    const server = await startServer();
    const ada = await signUp(server);
    const browser = await newPerson(server, { as: ada, serviceWorkers: 'allow' });
    browser.expectUnreachable();
    const page = await browser.newPage('/task');
    await page.getByRole('button', { name: 'New Folder' }).waitFor();
    await page.evaluate(() => navigator.serviceWorker.ready);
    await server.kill('SIGKILL');
    for (const [path, heading] of [
      ['/', /welcome/],
      ['/dashboard', 'Profile Section'],
      ['/forgot', /password/i],
      ['/no/such/page', 'This page is not in the album'],
      ['/task', 'Root'],
      ['/trash', 'Trash'],
    ] as const) {
      await page.goto(path);
      await page.getByRole('heading', { name: heading }).first().waitFor();
    }
  });

  test('a chunk that the server no longer has reloads the requested page, once', async () => {
    const server = await startServer();
    const browser = await newPerson(server, { as: await signUp(server) });
    browser.expectError(/404/);
    const page = await browser.newPage('/dashboard');
    await page.getByRole('heading', { name: 'Profile Section' }).waitFor();
    let asked = 0;
    await page.route('**/assets/view-pages-*.js', (route) => {
      asked += 1;
      return asked === 1 ? route.fulfill({ status: 404 }) : route.continue();
    });
    await page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Starred' }).click();
    await page.waitForURL('**/starred');
    await page.getByRole('heading', { name: 'Starred', level: 1 }).waitFor();
    expect(asked).toBe(2);
  });
});

/** Width and height of a PNG, from its header chunk (PNG, section 11.2.1). */
async function pixelsOf(url: string): Promise<string> {
  const png = Buffer.from(await (await fetch(url)).arrayBuffer());
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
}
