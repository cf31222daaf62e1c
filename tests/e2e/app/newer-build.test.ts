import { expect, test } from 'vitest';
import { newPerson } from '#tests/support/browser/browser.ts';
import { newerBuildOf } from '#tests/support/browser/newer-build.ts';
import { signUp } from '#tests/support/client/build-account.ts';
import { startServer } from '#tests/support/server/start-server.ts';

test('a newer build: open pages keep using the one before, the page after next is of the new one', async () => {
  const server = await startServer();
  const build = await newerBuildOf(server);
  const person = await signUp(server);
  const browser = await newPerson(build, { as: person });
  const page = await browser.newPage('/dashboard');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  expect(await startsWith(page)).not.toContain('newer-');

  const taken = page.evaluate(
    () => new Promise<void>((resolve) => navigator.serviceWorker.addEventListener('controllerchange', () => resolve())),
  );
  build.release();
  const next = await browser.newPage('/dashboard');
  await taken;
  // The page that was open before never loaded the part with the folders, and the server has it no longer.
  await page.getByRole('link', { name: 'Lets start' }).click();
  await page.getByRole('button', { name: 'New Folder' }).waitFor();
  expect(await startsWith(page)).not.toContain('newer-');

  await next.reload();
  expect(await startsWith(next)).toContain('newer-');
  await next.getByRole('link', { name: 'Lets start' }).click();
  await next.getByRole('button', { name: 'New Folder' }).waitFor();
});

/** The address of the script that the page began with. */
function startsWith(page: { evaluate(read: () => string): Promise<string> }): Promise<string> {
  return page.evaluate(() => document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? '');
}
