import type { Locator, Page } from 'playwright-core';

const events = ['dragEnter', 'dragOver', 'drop'] as const;

/**
 * Lets files and folders of the disk go over an element, as a person does with a file manager. `until` stops earlier:
 * with `dragOver` they still hover.
 */
export async function drop(page: Page, paths: string[], over: Locator, until: 'dragOver' | 'drop' = 'drop') {
  const box = await over.boundingBox();
  if (box === null) throw new Error('Nothing is there to drop on.');
  const devtools = await page.context().newCDPSession(page);
  const data = { items: [], files: paths, dragOperationsMask: 1 };
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  for (const type of until === 'drop' ? events : events.slice(0, 2)) {
    await devtools.send('Input.dispatchDragEvent', { type, ...at, data });
  }
  await devtools.detach();
}
