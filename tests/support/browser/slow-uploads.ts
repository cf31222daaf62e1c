import type { Page } from 'playwright-core';

/**
 * Lets a page send no more than so many bytes a second, so that an upload leaves time for something. Returns what sets
 * another speed, or, without one, ends it.
 */
export async function slowUploads(
  page: Page,
  bytesPerSecond: number,
): Promise<(bytesPerSecond?: number) => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  const setSpeed = async (uploadThroughput?: number) => {
    if (uploadThroughput === undefined) return await devtools.detach();
    const others = { offline: false, latency: 0, downloadThroughput: -1 };
    await devtools.send('Network.emulateNetworkConditions', { ...others, uploadThroughput });
  };
  await setSpeed(bytesPerSecond);
  return setSpeed;
}
