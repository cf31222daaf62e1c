import type { Page } from 'playwright-core';

/** Keeps the requests of an address back until they are released. */
export async function holdRequests(page: Page, address: string): Promise<{ arrived: Promise<void>; release(): void }> {
  const arrived = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    arrived.resolve();
    await released.promise;
    await route.continue().catch(() => {}); // The page may have gone on to another.
  });
  return { arrived: arrived.promise, release: released.resolve };
}
