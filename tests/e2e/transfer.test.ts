import { expect, test } from 'vitest';
import { bytes, sha256 } from '#tests/support/bytes.ts';
import { signedIn } from '#tests/support/signed-in.ts';
import { waitFor } from '#tests/support/wait-for.ts';

test.each([
  ['in one request', 1000],
  ['in chunks', 1_000_000],
])('answers that are lost on the way to the browser double nothing: a file %s', async (_what, size) => {
  const { page, person, browser } = await signedIn();
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
  await page.goto('/task');
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
  const { page } = await signedIn();
  await page.goto('/task');
  const ran = await page.evaluate(async () => {
    const compiled = await WebAssembly.compile(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)).then(
      () => true,
      () => false,
    );
    const script = document.createElement('script');
    script.textContent = 'globalThis.wasRun = true';
    document.head.append(script);
    return { compiled, wasRun: 'wasRun' in globalThis };
  });
  expect(ran).toEqual({ compiled: true, wasRun: false });
});
