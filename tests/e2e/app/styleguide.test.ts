/** What is there only while the product is worked on: Vite's own server, and the page of all parts. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { newPerson } from '#tests/support/browser/browser.ts';
import { findBarriers } from '#tests/support/browser/find-barriers.ts';
import { atEndOfFile } from '#tests/support/fixtures/file-end.ts';
import { freePort } from '#tests/support/fixtures/free-port.ts';
import { projectFolder } from '#tests/support/fixtures/project-copy.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { startServer } from '#tests/support/server/start-server.ts';

const parts = ['Mark', 'Colour', 'Buttons', 'Fields', 'Choice', 'Notices', 'Toasts and progress', 'Paper', 'Tiles'];

test('in development /styleguide shows the parts in every state, light and dark, and axe finds nothing', async () => {
  const baseUrl = await startVite();
  const browser = await newPerson({ baseUrl }, { viewport: { width: 1400, height: 900 } });
  browser.expectError(/api\/|proxy/); // No server stands behind Vite here.
  const page = await browser.newPage('/styleguide');
  await page.getByRole('heading', { level: 1, name: 'Parts' }).waitFor();
  for (const part of parts)
    expect(await page.getByRole('region', { name: part, exact: true }).locator('[data-theme]').count()).toBe(2);
  const button = page.getByRole('region', { name: 'Buttons' }).locator('[data-theme="light"] figure');
  const grounds = await button
    .locator('.btn--primary')
    .evaluateAll((all) => all.slice(0, 2).map((element) => getComputedStyle(element).backgroundColor));
  expect(grounds[0]).not.toBe(grounds[1]); // At rest and pointed at.
  const found = await findBarriers(page);
  // Parts that stand twice on one page have landmarks of one name.
  expect(found.filter((line) => !line.startsWith('landmark-unique'))).toEqual([]);
});

test('in the product there is no such page', async () => {
  const page = await (await newPerson(await startServer())).newPage('/styleguide');
  await page.getByRole('heading', { name: 'This page is not in the album.' }).waitFor();
});

async function startVite(): Promise<string> {
  const port = await freePort();
  const vite: ChildProcess = spawn(
    process.execPath,
    ['node_modules/vite/bin/vite.js', '--host', '127.0.0.1', '--port', String(port), '--strictPort'],
    { cwd: projectFolder, stdio: 'ignore' },
  );
  atEndOfFile(async () => {
    const ended = once(vite, 'exit');
    vite.kill('SIGTERM');
    await ended;
  });
  const baseUrl = `http://127.0.0.1:${port}`;
  await waitFor(async () => (await fetch(`${baseUrl}/main.tsx`)).ok, { what: 'Vite to answer' });
  return baseUrl;
}
