import { expect, test } from 'vitest';
import { newPerson } from '#tests/support/browser.ts';
import { signUp } from '#tests/support/build-account.ts';
import { bytes, sha256 } from '#tests/support/bytes.ts';
import { startServer } from '#tests/support/start-server.ts';
import { waitFor } from '#tests/support/wait-for.ts';

test.each([
  ['in one request', 1000],
  ['in chunks', 1_000_000],
])('answers that are lost on the way to the browser double nothing: a file %s', async (_what, size) => {
  const { page, person, browser } = await openRoot();
  browser.expectError(/ERR_|Failed to load/);
  const lost: string[] = [];
  await page.route(/\/api\/uploads/, async (route) => {
    const method = route.request().method();
    if (method === 'HEAD' || lost.includes(method)) return await route.continue();
    lost.push(method);
    await route.fetch();
    await route.abort('connectionreset');
  });
  const body = bytes(size, 'lost');
  await page.getByLabel('New File').setInputFiles({ name: 'lost.bin', mimeType: '', buffer: Buffer.from(body) });
  const file = await waitFor(
    async () => (await person.api.folders.children({ id: 'root' })).files.find(({ name }) => name === 'lost.bin'),
    { what: 'the file', timeoutMs: 30_000 },
  );
  await page.getByRole('progressbar').first().waitFor({ state: 'detached' });
  const { file: kept } = await person.api.entries.get({ id: file.id });
  expect([kept?.version, lost]).toEqual([1, size > 262_144 ? ['POST', 'PATCH'] : ['POST']]);
  expect(sha256(await (await person.fetch(file.url)).arrayBuffer())).toBe(sha256(body));
});

test('the page may run WebAssembly, which hashes files', async () => {
  const { page } = await openRoot();
  const compiles = await page.evaluate(
    async (binary) => {
      return (await WebAssembly.compile(Uint8Array.from(binary))) instanceof WebAssembly.Module;
    },
    [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  );
  expect(compiles).toBe(true);
});

async function openRoot() {
  const server = await startServer();
  const person = await signUp(server);
  const browser = await newPerson(server, { as: person, serviceWorkers: 'block' });
  const page = await browser.newPage('/task');
  await page.getByLabel('New File').and(page.locator(':enabled')).waitFor({ state: 'attached' });
  return { person, browser, page };
}
