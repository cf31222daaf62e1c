import type { Locator, Page } from 'playwright-core';

/**
 * Lets files and folders of the disk go over an element, as a person does with a file manager: once the page has said
 * where they would go. `until` stops earlier: with `dragOver` they still hover.
 */
export async function drop(page: Page, paths: string[], over: Locator, until: 'dragOver' | 'drop' = 'drop') {
  const devtools = await page.context().newCDPSession(page);
  const data = { items: [], files: paths, dragOperationsMask: 1 };
  const send = async (type: 'dragEnter' | 'dragOver' | 'drop') =>
    devtools.send('Input.dispatchDragEvent', { type, ...(await centreOf(over)), data });
  await send('dragEnter');
  await send('dragOver');
  if (until === 'drop') {
    await page.getByText('Drop to upload').waitFor();
    await send('drop');
  }
  await devtools.detach();
}

/** The middle of an element that stands still. */
async function centreOf(over: Locator) {
  await over.hover({ trial: true });
  const box = await over.boundingBox();
  if (box === null) throw new Error('Nothing is there to drop on.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
