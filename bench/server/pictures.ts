import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { startUpload } from '#client/storage/upload.ts';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { type Figure, mebibytes, milliseconds, p99, timesOf } from '../support/figures.ts';
import { createInstallation } from '../support/installation.ts';
import { photograph } from '../support/photograph.ts';
import { readPages } from '../support/read-pages.ts';
import { seedFiles } from '../support/seed-files.ts';

const pictures = 1000;
const atOnce = 4;
const pauseMs = 200;
/** Counting those that are made costs the server something, too. */
const pagesPerLook = 10;
const listed = 1000;

/**
 * Photographs of 24 megapixels that are uploaded at once: until each has its facts and both pictures, what a person beside it waits
 * for a page of 100, and the memory of the server and of the process that looks into them. `seconds` ends it earlier.
 */
export async function measurePictures({ seconds }: { seconds: number }): Promise<Figure[]> {
  const installation = await createInstallation('sqlite');
  const server = await installation.start();
  try {
    const beside = await signUp(server);
    const [folder] = await seedFiles(installation.database, beside, { folders: 1, filesInEach: listed });
    const pagesOf = (pages: number) => readPages(server, beside, { folderId: folder?.id ?? '', files: listed, pages });
    await pagesOf(listed / 100);
    const alone = await pagesOf(200);
    const person = await signUp(server);
    const bytes = await photograph();
    const upload = uploadAll(person, bytes);
    const began = performance.now();
    const times: number[] = [];
    const memory = { server: 0, process: 0 };
    let made = 0;
    while (made < pictures && performance.now() - began < seconds * 1000) {
      times.push(...(await pagesOf(1)));
      memory.server = Math.max(memory.server, await server.residentBytes());
      memory.process = Math.max(memory.process, await server.largestChildBytes());
      if (times.length % pagesPerLook === 0) made = await madeOf(person);
      await pause(pauseMs);
    }
    const ms = performance.now() - began;
    upload.end();
    await upload.done;
    return [
      { what: `photographs of ${bytes.length} bytes with their pictures`, value: `${made} in ${milliseconds(ms)}` },
      { what: 'each', value: milliseconds(ms / made) },
      { what: 'a page of 100 before; beside it', value: `${timesOf(alone)}; ${timesOf(times)}` },
      { what: 'the longest of these pages', value: milliseconds(Math.max(...times, p99(times))) },
      {
        what: 'memory of the server; of the process, at most',
        value: `${mebibytes(memory.server)}; ${mebibytes(memory.process)}`,
      },
    ];
  } finally {
    await server.stop();
    await installation.remove();
  }
}

/** Each of other bytes: what follows the end of a picture is no part of it. */
function uploadAll(person: Person, photo: Buffer) {
  let next = 0;
  const uploadNext = async () => {
    while (next < pictures) {
      next += 1;
      const body = Buffer.concat([photo, randomBytes(16)]);
      await startUpload(person.server, { name: `${next}.jpg`, body, folderId: null }).done;
    }
  };
  return {
    done: Promise.all(Array.from({ length: atOnce }, uploadNext)),
    end: () => void (next = pictures),
  };
}

async function madeOf(person: Person): Promise<number> {
  let made = 0;
  let cursor: string | undefined;
  do {
    const page = await person.api.folders.children({ id: 'root', limit: 1000, cursor });
    made += page.files.filter(({ preview }) => preview?.state === 'made' && preview.screenUrl !== null).length;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return made;
}
