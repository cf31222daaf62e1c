import type { Page } from 'playwright-core';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { type Figure, median, milliseconds } from '../support/figures.ts';
import { newFolder, startKeepsake } from '../support/server-process.ts';
import { launchBrowser, signedIn } from '../support/signed-in-browser.ts';

const changes = 30;

/** From the request that creates a folder until its tile is displayed in another tab of the same person. */
export async function measureTwoTabs(): Promise<Figure[]> {
  const folder = await newFolder();
  const server = await startKeepsake(folder.path);
  const browser = await launchBrowser();
  try {
    const person = await signUp(server);
    const context = await signedIn(browser, person, { baseURL: server.baseUrl });
    const [one, other] = [await context.newPage(), await context.newPage()];
    for (const page of [one, other]) {
      await page.goto('/task');
      await page.getByRole('button', { name: 'New Folder' }).waitFor();
    }
    const times: number[] = [];
    for (let i = 0; i < changes; i += 1) times.push(await timeOfTile(person, other, `folder ${i}`));
    const value = `median ${milliseconds(median(times))}, longest ${milliseconds(Math.max(...times))}`;
    return [
      { what: `from creating a folder until its tile is displayed in the other tab (${changes} folders)`, value },
    ];
  } finally {
    await browser.close();
    await server.stop();
    await folder.remove();
  }
}

/** Both clocks are this machine's: the page records when the tile appears, in milliseconds since the epoch. */
async function timeOfTile(person: Person, page: Page, name: string): Promise<number> {
  const seen = page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (!document.querySelector(`a[aria-label="${wanted}"]`)) return;
          watcher.disconnect();
          resolve(performance.timeOrigin + performance.now());
        };
        const watcher = new MutationObserver(look);
        watcher.observe(document.body, { childList: true, subtree: true });
      }),
    name,
  );
  const began = performance.timeOrigin + performance.now();
  const { id } = await person.api.folders.create({ name, parentId: null });
  const took = (await seen) - began;
  // Tiles below the screen are not rendered, so the folder is removed before the next.
  await person.api.entries.remove({ id });
  return took;
}
