import { expect, test } from 'vitest';
import { newPerson } from '#tests/support/browser/browser.ts';
import { newerBuildOf } from '#tests/support/browser/newer-build.ts';
import { signUp } from '#tests/support/client/build-account.ts';
import { startServer } from '#tests/support/server/start-server.ts';

test('a newer build: open pages keep using the one before, the page after next is of the new one', async () => {
  const server = await startServer();
  const build = await newerBuildOf(server);
  const person = await signUp(server);
  const browser = await newPerson(build, { as: person, serviceWorkers: 'allow' });
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

test('a newer build that could not be loaded whole takes nothing from open pages, nor does the one after it', async () => {
  const server = await startServer();
  const build = await newerBuildOf(server);
  const browser = await newPerson(build, { as: await signUp(server), serviceWorkers: 'allow' });
  const page = await browser.newPage('/dashboard');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  const shells = () =>
    page.evaluate(async () => (await caches.keys()).map((name) => name.replace(/-(newer|broken)?.*/, '-$1')));

  const picture = page.getByAltText('Hot air balloons over a green field');
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  build.breakOff();
  const broken = page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const { promise, resolve } = Promise.withResolvers<void>();
    registration.addEventListener('updatefound', () =>
      registration.installing?.addEventListener('statechange', (event) => {
        if ((event.target as ServiceWorker).state === 'redundant') resolve();
      }),
    );
    await Promise.all([registration.update(), promise]);
  });
  await broken;
  await expect.poll(shells).toEqual(['shell-']);

  const taken = page.evaluate(
    () => new Promise<void>((resolve) => navigator.serviceWorker.addEventListener('controllerchange', () => resolve())),
  );
  build.release();
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  await taken;
  await expect.poll(shells).toEqual(['shell-', 'shell-newer']);
  await page.getByRole('link', { name: 'Lets start' }).click();
  await page.getByRole('button', { name: 'New Folder' }).waitFor();
});

/** The address of the script that the page began with. */
function startsWith(page: { evaluate(read: () => string): Promise<string> }): Promise<string> {
  return page.evaluate(() => document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? '');
}
