import { mkdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ObjectMetadata } from '#contract/objects.ts';
import { StorageError } from '../storage/requests/storage-error.ts';
import { atOnce } from './at-once.ts';
import { exitCodeOf, exitCodes, sentenceOf, UsageError } from './exit-codes.ts';
import { fetchFile } from './fetch-file.ts';
import { type Home, namesIn } from './home.ts';
import { listFolder } from './ls.ts';
import type { Output } from './output.ts';
import { findFolder } from './remote-tree.ts';

type Wanted = { object: ObjectMetadata; target: string };

const filesAtOnce = 4;

/** Fetches a file, or a folder with everything in it; what is here with the same content is left alone. */
export async function get(home: Home, [path, to, ...more]: string[], output: Output): Promise<number> {
  if (path === undefined || more.length > 0) throw new UsageError('get takes a path, and where to put it.');
  const wanted = await find(home, namesIn(path), to);
  const totalBytes = wanted.reduce((sum, { object }) => sum + object.size, 0);
  const done = { fetched: 0, unchanged: 0, bytes: 0 };
  const failed: { path: string; error: string }[] = [];
  let exitCode: number = exitCodes.ok;
  let files = 0;

  await atOnce(wanted, filesAtOnce, async ({ object, target }) => {
    try {
      const what = await fetchFile(home, object, target, (bytes) => {
        done.bytes += bytes;
        output.draw({ files, totalFiles: wanted.length, bytes: done.bytes, totalBytes });
      });
      done[what] += 1;
    } catch (error) {
      const sentence = sentenceOf(error);
      failed.push({ path: target, error: sentence });
      output.complain(`${target}: ${sentence}`);
      exitCode ||= exitCodeOf(error);
    }
    files += 1;
  });
  output.result({ ...done, failed }, () =>
    [`${done.fetched} fetched`, `${done.unchanged} unchanged`, `${failed.length} failed`].join(', '),
  );
  return exitCode;
}

/** The files at a path with the places for them; the folders here are made. */
async function find(home: Home, names: string[], to: string | undefined): Promise<Wanted[]> {
  const object = names.length === 0 ? undefined : await fileAt(home, names);
  if (object !== undefined) return [{ object, target: await targetFor(object.name, to) }];
  if ((await findFolder(home, names)) === undefined) throw new StorageError('object-not-found', { status: 404 });
  const wanted: Wanted[] = [];
  await walk(names, await targetFor(names.at(-1) ?? 'Keepsake', to));
  return wanted;

  async function walk(folder: string[], target: string): Promise<void> {
    await mkdir(target, { recursive: true });
    const { folders, files } = await listFolder(home, folder);
    for (const file of files) wanted.push({ object: file, target: join(target, basename(file.name)) });
    for (const name of folders) await walk([...folder, name], join(target, basename(name)));
  }
}

async function fileAt({ storage }: Home, names: string[]): Promise<ObjectMetadata | undefined> {
  try {
    return await storage.metadata(names.join('/'));
  } catch (error) {
    if (error instanceof StorageError && error.code === 'object-not-found') return undefined;
    throw error;
  }
}

/** Into a folder that is here, else under the name that is said. */
async function targetFor(name: string, to: string | undefined): Promise<string> {
  if (to === undefined) return name;
  const isFolder = await stat(to).then(
    (found) => found.isDirectory(),
    () => false,
  );
  return isFolder ? join(to, name) : to;
}
