import { randomFillSync } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { signUp } from '#tests/support/client/build-account.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { type Figure, median, timed } from '../support/figures.ts';
import { newFolder, startKeepsake } from '../support/server-process.ts';
import { launchBrowser, signedIn } from '../support/signed-in-browser.ts';

const files = 2000;
const fileBytes = 10 * 1024;
const rounds = 3;

/** 2,000 files of 10 KiB, chosen at once in Chromium, until the server has all of them. */
export async function measureBrowserSmallFiles(): Promise<Figure[]> {
  const folder = await newFolder();
  const keepsake = await startKeepsake(`${folder.path}/data`);
  const person = await signUp(keepsake);
  const browser = await launchBrowser();
  const context = await signedIn(browser, person, { baseURL: keepsake.baseUrl, serviceWorkers: 'block' });
  const times: number[] = [];
  const processor: number[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      const { id } = await person.api.folders.create({ name: `Round ${round}`, parentId: null });
      const page = await context.newPage();
      await page.goto(`/folder/${id}`);
      const chosen = await newFiles(join(folder.path, `${round}`));
      const input = page.getByLabel('New File').and(page.locator(':enabled'));
      const before = await keepsake.processorMs();
      const isThere = async () => (await person.api.folders.get({ id })).contents.files === files || undefined;
      times.push(
        await timed(async () => {
          await input.setInputFiles(chosen);
          await waitFor(isThere, { what: 'all files', timeoutMs: 120_000 });
        }),
      );
      processor.push(((await keepsake.processorMs()) - before) / files);
      await page.close();
    }
  } finally {
    await browser.close();
    await keepsake.stop();
    await folder.remove();
  }
  const seconds = median(times) / 1000;
  return [
    {
      what: `${files} files of 10 KiB by the web app`,
      value: `${Math.round(files / seconds)}/s, processor ${median(processor).toFixed(2)} ms each`,
    },
  ];
}

async function newFiles(folder: string): Promise<string[]> {
  await mkdir(folder);
  const paths = Array.from({ length: files }, (_, i) => join(folder, `file ${i}.bin`));
  for (const path of paths) await writeFile(path, randomFillSync(Buffer.alloc(fileBytes)));
  return paths;
}
