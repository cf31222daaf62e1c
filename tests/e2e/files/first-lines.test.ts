/** The tile of a text shows how it begins. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findBarriers } from '#tests/support/browser/find-barriers.ts';
import { signedIn } from '#tests/support/browser/signed-in.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';

test('a text shows its first lines, whatever its encoding; what is none keeps the drawing, what is empty says so', async () => {
  const { person, newPage } = await signedIn();
  const page = await newPage();
  await uploadFile(person, { name: 'letter.txt', body: Buffer.from('Dear Ada,\nthe boat is out.\n') });
  await uploadFile(person, { name: 'utf-16.txt', body: Buffer.from('\ufeffMärz 1987\n', 'utf16le') });
  await uploadFile(person, { name: 'page.html', body: Buffer.from('<script>document.title = "taken"</script>') });
  const others = ['none.txt', 'rich.rtf', 'empty.txt', 'torn.txt'];
  const bodies = [bytes(4096, 'none'), Buffer.from('{\\rtf1\\ansi'), Buffer.alloc(0), Buffer.from('\n \n')];
  for (const [at, name] of others.entries()) {
    await uploadFile(person, { name, contentType: 'text/plain', body: bodies[at] ?? Buffer.alloc(0) });
  }
  const read = page.waitForResponse((response) => response.url().includes('rich.rtf'));
  await page.goto('/task');
  await leafOf(page, 'letter.txt').getByText('Dear Ada,\nthe boat is out.').waitFor();
  await leafOf(page, 'utf-16.txt').getByText('März 1987').waitFor();
  await leafOf(page, 'page.html').getByText('<script>document.title = "taken"</script>').waitFor();
  await read;
  expect(await page.title()).not.toBe('taken');
  for (const name of others)
    expect(await leafOf(page, name).textContent()).toBe(name === 'empty.txt' ? '.txtEmpty' : '');
  expect(await findBarriers(page)).toEqual([]);
});

test('among many texts only those in view are read, a kilobyte of each, and another version shows its own', async () => {
  const { person, newPage } = await signedIn();
  const page = await newPage();
  const count = 240;
  for (let at = 0; at < count; at += 1) {
    const text = `Page ${at} of the diary\n${'and so on '.repeat(300)}`;
    await uploadFile(person, { name: `${String(at).padStart(3, '0')}.txt`, body: Buffer.from(text) });
  }
  const asked: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/content/')) asked.push(request.headers().range);
  });
  await page.goto('/task');
  await leafOf(page, '000.txt').getByText('Page 0 of the diary').waitFor();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await leafOf(page, '239.txt').getByText('Page 239 of the diary').waitFor();
  expect(new Set(asked)).toEqual(new Set(['bytes=0-1023']));
  expect(asked.length).toBeLessThan(count / 2);

  await uploadFile(person, { name: '239.txt', body: Buffer.from('A new end') });
  await leafOf(page, '239.txt').getByText('A new end').waitFor();
});

test.each(['unreachable', 'removed'])(
  'of a text that is %s the drawing stays, and the lines come with it',
  async (what) => {
    const { person, newPage, expectError } = await signedIn();
    const page = await newPage();
    if (what === 'unreachable') expectError(/ERR_FAILED/);
    await uploadFile(person, { name: 'letter.txt', body: Buffer.from('Dear Ada') });
    let refused = 0;
    await page.route('**/content/**', async (route) => {
      if (what === 'unreachable') await route.abort();
      else await route.fulfill({ status: 404, json: { code: 'object-not-found' } });
      refused += 1;
    });
    await page.goto('/task');
    await waitFor(() => refused > 0, { what: 'the text to be asked for' });
    expect(await leafOf(page, 'letter.txt').textContent()).toBe('');
    await page.unroute('**/content/**');
    await page.reload();
    await leafOf(page, 'letter.txt').getByText('Dear Ada').waitFor();
  },
);

function leafOf(page: Page, name: string) {
  return page.locator('.tile', { has: page.getByRole('link', { name, exact: true }) }).locator('.leaf');
}
