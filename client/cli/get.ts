import { mkdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { exitCodes } from '#contract/command-line.ts';
import type { ObjectMetadata } from '#contract/objects.ts';
import { StorageError } from '../storage/requests/storage-error.ts';
import { type Connection, namesIn } from './connection.ts';
import { exitCodeOf, messageOf, UsageError } from './errors.ts';
import { fetchFile } from './fetch-file.ts';
import { forEachLimit } from './for-each-limit.ts';
import { listFolder } from './ls.ts';
import type { Output } from './output.ts';
import { findFolder } from './remote-tree.ts';

type Wanted = { object: ObjectMetadata; target: string };

const filesAtOnce = 4;

/** Downloads a file, or a folder with everything in it; local files with the same content are left alone. */
export async function get(connection: Connection, [path, to, ...more]: string[], output: Output): Promise<number> {
  if (path === undefined || more.length > 0) throw new UsageError('get takes a path and an optional destination.');
  const wanted = await find(connection, namesIn(path), to);
  const totalBytes = wanted.reduce((sum, { object }) => sum + object.size, 0);
  const done = { fetched: 0, unchanged: 0, bytes: 0 };
  const failed: { path: string; error: string }[] = [];
  let exitCode: number = exitCodes.ok;
  let files = 0;

  await forEachLimit(wanted, filesAtOnce, async ({ object, target }) => {
    try {
      const outcome = await fetchFile(connection, object, target, (bytes) => {
        done.bytes += bytes;
        output.progress({ files, totalFiles: wanted.length, bytes: done.bytes, totalBytes });
      });
      done[outcome] += 1;
    } catch (error) {
      const message = messageOf(error);
      failed.push({ path: target, error: message });
      output.warn(`${target}: ${message}`);
      exitCode ||= exitCodeOf(error);
    }
    files += 1;
  });
  output.result({ ...done, failed }, () =>
    [`${done.fetched} downloaded`, `${done.unchanged} unchanged`, `${failed.length} failed`].join(', '),
  );
  return exitCode;
}

/** The files at a path and where to write each; creates the local folders. */
async function find(connection: Connection, names: string[], to: string | undefined): Promise<Wanted[]> {
  const object = names.length === 0 ? undefined : await fileAt(connection, names);
  if (object !== undefined) return [{ object, target: await targetFor(object.name, to) }];
  if ((await findFolder(connection, names)) === undefined) throw new StorageError('object-not-found', { status: 404 });
  const wanted: Wanted[] = [];
  await walk(names, await targetFor(names.at(-1) ?? 'Keepsake', to));
  return wanted;

  async function walk(folder: string[], target: string): Promise<void> {
    await mkdir(target, { recursive: true });
    const { folders, files } = await listFolder(connection, folder);
    for (const file of files) wanted.push({ object: file, target: join(target, basename(file.name)) });
    for (const name of folders) await walk([...folder, name], join(target, basename(name)));
  }
}

async function fileAt({ storage }: Connection, names: string[]): Promise<ObjectMetadata | undefined> {
  try {
    return await storage.metadata(names.join('/'));
  } catch (error) {
    if (error instanceof StorageError && error.code === 'object-not-found') return undefined;
    throw error;
  }
}

/** Inside `to` if that is an existing folder, otherwise `to` itself. */
async function targetFor(name: string, to: string | undefined): Promise<string> {
  if (to === undefined) return name;
  const isFolder = await stat(to).then(
    (found) => found.isDirectory(),
    () => false,
  );
  return isFolder ? join(to, name) : to;
}
