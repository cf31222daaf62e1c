import { setTimeout as pause } from 'node:timers/promises';
import { type Figure, mebibytes, milliseconds, timed } from '../support/figures.ts';
import { longTasks, tasksOf } from '../support/main-thread.ts';
import { files, type OpenPage, withManyEntries } from './many-entries.ts';

const movingMs = 30 * 60_000;
const sampleMs = 250;

/** 100,000 files selected by Ctrl A and moved to another folder through the page; canceled there after a time, if wanted. */
export function measureManyMoved({ seconds }: { seconds: number }): Promise<Figure[]> {
  return withManyEntries(async ({ page, devtools, server }: OpenPage) => {
    let batches = 0;
    let others = 0;
    page.on('request', (request) => (request.url().endsWith('/api/batch') ? (batches += 1) : (others += 1)));
    await page.locator('[data-entry]').first().focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.getByText('100,000 selected', { exact: true }).waitFor();
    await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Move', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Move 100,000 items to…' });
    await dialog.getByRole('treeitem', { name: 'Target' }).click();
    const before = await server.residentBytes();
    const usedBefore = await server.processorMs();
    let most = before;
    const sampling = setInterval(() => {
      void server.residentBytes().then((bytes) => (most = Math.max(most, bytes)));
    }, sampleMs);
    let ms = 0;
    const tasks = await tasksOf(devtools, async () => {
      ms = await timed(async () => {
        await dialog.getByRole('button', { name: 'Move here' }).click();
        const moved = page.getByText('Moved to Target').waitFor({ timeout: movingMs });
        const isOver = await Promise.race([moved.then(() => true), pause(Math.min(seconds * 1000, movingMs), false)]);
        if (!isOver) await page.getByRole('toolbar').getByRole('button', { name: 'Cancel' }).click();
        await moved;
      });
    });
    clearInterval(sampling);
    const used = (await server.processorMs()) - usedBefore;
    const busy = tasks.reduce((sum, task) => sum + task.ms, 0);
    return [
      { what: `of ${files} selected files moved to another folder, 100 with each batch`, value: milliseconds(ms) },
      { what: 'processor time of the page and of the server', value: `${milliseconds(busy)}, ${milliseconds(used)}` },
      { what: 'longest task, number above 50 ms, and the longest', value: longTasks(tasks) },
      { what: 'batches, and other requests', value: `${batches}, ${others}` },
      { what: 'resident memory of the server before, and at most', value: `${mebibytes(before)}, ${mebibytes(most)}` },
    ];
  });
}
