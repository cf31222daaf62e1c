import { expect, test } from 'vitest';
import { holdRequests } from '#tests/support/browser/hold-requests.ts';
import { signedIn } from '#tests/support/browser/signed-in.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';

test.each([
  ['in one request', 1000],
  ['in chunks', 1_000_000],
])('answers that are lost on the way to the browser double nothing: a file %s', async (_what, size) => {
  const { newPage, person, expectUnreachable } = await signedIn();
  const page = await newPage();
  expectUnreachable();
  const lost: string[] = [];
  await page.route(/\/api\/uploads/, async (route) => {
    const method = route.request().method();
    if (method === 'HEAD' || lost.includes(method)) return await route.continue();
    lost.push(method);
    await route.fetch();
    await route.abort('connectionreset');
  });
  const body = bytes(size, 'lost');
  await page.goto('/task');
  await page.getByLabel('New File').setInputFiles({ name: 'lost.bin', mimeType: '', buffer: Buffer.from(body) });
  const file = await waitFor(
    async () => (await person.api.folders.children({ id: 'root' })).files.find(({ name }) => name === 'lost.bin'),
    { what: 'the file' },
  );
  await page.getByRole('progressbar').first().waitFor({ state: 'detached' });
  const { file: stored } = await person.api.entries.get({ id: file.id });
  expect([stored?.version, lost]).toEqual([1, size > 262_144 ? ['POST', 'PATCH'] : ['POST']]);
  expect(sha256(await (await person.fetch(file.url)).arrayBuffer())).toBe(sha256(body));
});

test('the SHA-256 of the whole file travels with its last bytes, and no page may run WebAssembly', async () => {
  const { newPage } = await signedIn();
  const page = await newPage('/task');
  const digests: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') digests.push(request.headers()['repr-digest']);
  });
  const body = bytes(1_000_000, 'digest');
  await page
    .getByLabel('New File')
    .and(page.locator(':enabled'))
    .setInputFiles({
      name: 'digest.bin',
      mimeType: '',
      buffer: Buffer.from(body),
    });
  await page.getByRole('link', { name: 'digest.bin' }).waitFor();
  const expected = Buffer.from(sha256(body), 'hex').toString('base64');
  expect(digests.filter(Boolean)).toEqual([`sha-256=:${expected}:`]);
  const compiled = await page.evaluate(() =>
    WebAssembly.compile(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)).then(
      () => true,
      () => false,
    ),
  );
  expect(compiled).toBe(false);
});

test('of small files that travel together one that is canceled is not stored with the others', async () => {
  const { newPage, person, expectError } = await signedIn();
  // The server never heard of it.
  expectError(/404/);
  const page = await newPage('/task');
  const sent = await holdRequests(page, '**/api/files/batch');
  const names = ['one.txt', 'two.txt', 'three.txt'];
  await page
    .getByLabel('New File')
    .and(page.locator(':enabled'))
    .setInputFiles(names.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })));
  await sent.arrived;
  await page.getByRole('button', { name: 'Cancel two.txt' }).click();
  sent.release();
  for (const name of ['one.txt', 'three.txt']) await page.getByRole('link', { name }).waitFor();
  const { files } = await person.api.folders.children({ id: 'root' });
  expect(files.map(({ name }) => name).toSorted()).toEqual(['one.txt', 'three.txt']);
});

test('small files travel with their SHA-256, together or alone', async () => {
  const { newPage } = await signedIn();
  const page = await newPage('/task');
  const sent: string[] = [];
  await page.exposeFunction('noteBody', (text: string) => void sent.push(text));
  // Of a body that is a Blob the browser tells nobody else.
  await page.evaluate(() => {
    const { send } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.send = function (body) {
      if (body instanceof Blob) void body.text().then(Reflect.get(window, 'noteBody') as (text: string) => void);
      send.call(this, body);
    };
  });
  page.on('request', (request) => {
    const [, digest] = request.headers()['repr-digest']?.split(':') ?? [];
    if (digest !== undefined) sent.push(Buffer.from(digest, 'base64').toString('hex'));
  });
  const bodies = ['one', 'two', 'three'].map((seed) => bytes(1000, seed));
  const files = bodies.map((body, i) => ({ name: `${i}.bin`, mimeType: '', buffer: Buffer.from(body) }));
  await page.getByLabel('New File').and(page.locator(':enabled')).setInputFiles(files);
  for (const { name } of files) await page.getByRole('link', { name }).waitFor();
  for (const body of bodies) await expect.poll(() => sent.some((text) => text.includes(sha256(body)))).toBe(true);
});

test.each([
  [1_000_000, 2],
  // To ask for so few would take as long as to send them.
  [1000, 0],
])('%i bytes that are already stored are no further version, and are asked for %i times', async (size, asked) => {
  const { newPage, person } = await signedIn();
  const body = bytes(size, 'twice');
  await uploadFile(person, { name: 'first.bin', body });
  const page = await newPage('/task');
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`));
  for (const name of ['second.bin', 'first.bin']) {
    const file = { name, mimeType: '', buffer: Buffer.from(body) };
    // The page shows it a moment after it was chosen, and the name is there before.
    const call = asked === 0 ? '/api/uploads' : '/api/files/link';
    const stored = page.waitForResponse((one) => one.request().method() === 'POST' && one.url().endsWith(call));
    await page.getByLabel('New File').and(page.locator(':enabled')).setInputFiles(file);
    await (await stored).finished();
    await page.getByRole('progressbar', { name }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name }).waitFor();
  }
  const countOf = (path: string) => sent.filter((request) => request.includes(path)).length;
  expect(countOf('POST /api/files/link')).toBe(asked);
  expect(countOf('/api/uploads')).toBe(2 - asked);
  const { files } = await person.api.folders.children({ id: 'root' });
  expect(files.map(({ name, version }) => [name, version])).toEqual([
    ['first.bin', 1],
    ['second.bin', 1],
  ]);
});
