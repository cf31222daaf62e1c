import { beforeAll, describe, expect, test } from 'vitest';
import { type BrowserPerson, newPerson } from '#tests/support/browser/browser.ts';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { type SharedServer, sharedServer } from '#tests/support/server/shared-server.ts';

/** What a browser does with each kind of stored file when its url is opened in a tab. */
describe('a file opened in a tab', () => {
  let server: SharedServer;
  let ada: Person;
  let browser: BrowserPerson;
  beforeAll(async () => {
    server = await sharedServer();
    ada = await signUp(server);
  });

  test('a picture shows', async () => {
    const page = await open('dot.png', 'image/png', picture());
    expect(await page.evaluate(() => document.images[0]?.naturalWidth)).toBe(1);
  });

  test('a sound can be played', async () => {
    const page = await open('tone.wav', 'audio/wav', sound());
    const length = () => page.evaluate(() => document.querySelector('video')?.duration ?? 0);
    await expect.poll(length).toBeCloseTo(1, 1);
  });

  test('a text is a text, whatever it holds', async () => {
    const page = await open('page.txt', 'text/plain', Buffer.from('<script>document.title = "ran"</script> žluťoučký'));
    expect(await page.evaluate(() => document.body.textContent)).toContain(
      '<script>document.title = "ran"</script> žluťoučký',
    );
    expect(await page.title()).not.toBe('ran');
  });

  test("a PDF opens in the browser's viewer", async () => {
    const page = await open('page.pdf', 'application/pdf', pdf(), { showsPdf: true });
    // The viewer is a frame of the browser's own, which holds the document in a further one.
    const frames = () => page.frames().map((frame) => new URL(frame.url()).protocol);
    await expect.poll(frames).toEqual(['http:', 'chrome-extension:', 'http:']);
  });

  test.each([
    [
      'page.html',
      'text/html',
      '<script>fetch("/api/auth/get-session").then(() => localStorage.setItem("ran", "yes"))</script>',
    ],
    [
      'page.svg',
      'image/svg+xml',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>localStorage.setItem("ran", "yes")</script></svg>',
    ],
    [
      'page.xhtml',
      'application/xhtml+xml',
      '<html xmlns="http://www.w3.org/1999/xhtml"><script>localStorage.setItem("ran", "yes")</script></html>',
    ],
    ['page.js', 'text/javascript', 'localStorage.setItem("ran", "yes")'],
  ])('%s becomes a download and runs nothing', async (name, contentType, text) => {
    const stored = await uploadFile(ada, { name, contentType, body: Buffer.from(text) });
    browser = await newPerson(server, { as: ada, serviceWorkers: 'allow' });
    const page = await browser.newPage('/login');
    const download = page.waitForEvent('download');
    await page.evaluate((url) => {
      location.href = url;
    }, stored.url);
    expect((await download).suggestedFilename()).toBe(name);
    expect(await page.evaluate(() => localStorage.getItem('ran'))).toBeNull();
    await browser.close();
  });

  test('the page of the app itself can run nothing that was uploaded, nor apply it', async () => {
    const ran = 'document.title = "ran"; postMessage("ran")';
    const script = await uploadFile(ada, { name: 'app.js', contentType: 'text/javascript', body: Buffer.from(ran) });
    const text = await uploadFile(ada, { name: 'app.txt', contentType: 'text/plain', body: Buffer.from(ran) });
    const style = await uploadFile(ada, {
      name: 'app.css',
      contentType: 'text/css',
      body: Buffer.from('h1 { color: rgb(1, 2, 3) }'),
    });
    browser = await newPerson(server, { as: ada });
    browser.expectError(/403|refused|MIME|Failed|violates/i);
    const page = await browser.newPage('/dashboard');
    const outcomes = await page.evaluate(
      async ({ scripts, styles }) => {
        const loaded = (element: HTMLElement) =>
          new Promise<boolean>((resolve) => {
            element.addEventListener('load', () => resolve(true));
            element.addEventListener('error', () => resolve(false));
            document.head.append(element);
          });
        // The page's policy refuses the address of the script itself (Trusted Types).
        const attempt = (begin: () => Promise<boolean>) => {
          try {
            return begin();
          } catch {
            return false;
          }
        };
        const asScripts = scripts.map((src) =>
          attempt(() => loaded(Object.assign(document.createElement('script'), { src }))),
        );
        const asModules = scripts.map((src) =>
          attempt(() => loaded(Object.assign(document.createElement('script'), { src, type: 'module' }))),
        );
        const asStyles = styles.map((href) =>
          loaded(Object.assign(document.createElement('link'), { href, rel: 'stylesheet' })),
        );
        const asWorkers = scripts.map((src) =>
          attempt(
            () =>
              new Promise<boolean>((resolve) => {
                const worker = new Worker(src);
                worker.addEventListener('message', () => resolve(true));
                worker.addEventListener('error', () => resolve(false));
              }),
          ),
        );
        const all = [...asScripts, ...asModules, ...asStyles, ...asWorkers];
        return await Promise.all(all.map(async (one) => await Promise.resolve(one).catch(() => false)));
      },
      {
        scripts: [script.url, text.url, '/api/objects/app.js?alt=media'],
        styles: [style.url, '/api/objects/app.css?alt=media'],
      },
    );
    expect(outcomes).toEqual(Array(11).fill(false));
    expect(await page.title()).not.toBe('ran');
  });

  test('a page of another site can neither show nor load it', async () => {
    const stored = await uploadFile(ada, { name: 'private.png', contentType: 'image/png', body: picture() });
    browser = await newPerson(server, { as: ada, serviceWorkers: 'allow' });
    browser.expectError(/./);
    const elsewhere = await browser.newPage(`http://localhost:${server.port}/login`);
    const loaded = await elsewhere.evaluate(async (url) => {
      const image = new Image();
      image.src = url;
      return image.decode().then(
        () => true,
        () => false,
      );
    }, `${server.baseUrl}${stored.url}`);
    expect(loaded).toBe(false);
    await browser.close();
  });

  async function open(name: string, contentType: string, body: Uint8Array, { showsPdf = false } = {}) {
    const stored = await uploadFile(ada, { name, contentType, body });
    browser = await newPerson(server, { as: ada, showsPdf, serviceWorkers: 'allow' });
    const page = await browser.newPage();
    const answer = await page.goto(stored.url);
    expect(answer?.status()).toBe(200);
    return page;
  }
});

/** One white dot. */
function picture(): Buffer {
  return Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEANl9ngAAAAABJRU5ErkJggg==',
    'base64',
  );
}

/** A second of silence: RIFF/WAVE, PCM, mono, 8,000 samples of 8 bits. */
function sound(): Buffer {
  const samples = Buffer.alloc(8000, 128);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8000, 24);
  header.writeUInt32LE(8000, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}

/** An empty page (ISO 32000-1, section 7.5). */
function pdf(): Buffer {
  const objects = [
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n',
    '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n',
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\n',
  ];
  const head = '%PDF-1.4\n';
  let at = head.length;
  const offsets = objects.map((object) => {
    const offset = at;
    at += object.length;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 4\n0000000000 65535 f \n${offsets.join('')}trailer<</Size 4/Root 1 0 R>>\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.from(head + objects.join('') + table);
}
