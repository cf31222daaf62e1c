import type { Page } from 'playwright-core';

/** In the page no time passes, as `performance.now` tells it, until the returned function is called; its timers run. */
export async function stopClock(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const at = performance.now();
    performance.now = () => at;
  });
  return async () => {
    await page.evaluate(() => Reflect.deleteProperty(performance, 'now'));
  };
}
