import { exitCodes } from '#contract/command-line.ts';
import { printable } from '#contract/names/printable.ts';
import type { ObjectMetadata } from '#contract/records/objects.ts';
import { StorageError } from '../storage/requests/storage-error.ts';
import { type Connection, namesIn, typedNames } from './connection.ts';
import { nothingAt, UsageError } from './errors.ts';
import type { Output } from './output.ts';
import { findFolder } from './remote-tree.ts';

type Listed = { folders: string[]; files: ObjectMetadata[] };

/** Lists a folder, or a single file. */
export async function ls(connection: Connection, [path = '', ...more]: string[], output: Output): Promise<number> {
  if (more.length > 0) throw new UsageError('ls takes one path.');
  const listed = await list(connection, typedNames(path));
  output.result(listed, () => asText(listed));
  return exitCodes.ok;
}

async function list(connection: Connection, names: string[]): Promise<Listed> {
  const listed = await listFolder(connection, names);
  if (listed.folders.length + listed.files.length > 0 || names.length === 0) return listed;
  try {
    return { folders: [], files: [await connection.storage.metadata(names.join('/'))] };
  } catch (error) {
    if (!(error instanceof StorageError) || error.code !== 'object-not-found') throw error;
    if ((await findFolder(connection, names)) !== undefined) return listed;
    throw nothingAt(names);
  }
}

/** The direct contents of a folder whose names begin with `start`; none if it does not exist. */
export async function listFolder({ storage }: Connection, names: readonly string[], start = ''): Promise<Listed> {
  const listed: Listed = { folders: [], files: [] };
  const prefix = [...names, start].join('/');
  for (let pageToken: string | undefined; ; ) {
    const page = await storage.list({ prefix, delimiter: '/', pageToken });
    listed.folders.push(...page.prefixes.map((folder) => namesIn(folder).at(-1) ?? ''));
    listed.files.push(...page.items);
    if (page.nextPageToken === null) return listed;
    pageToken = page.nextPageToken;
  }
}

function asText({ folders, files }: Listed): string {
  const width = files.reduce((most, { size }) => Math.max(most, String(size).length), 1);
  const blank = ' '.repeat(width + 20);
  return [
    ...folders.map((name) => `${blank}${printable(name)}/`),
    ...files.map(
      ({ name, size, updated }) => `${String(size).padStart(width)}  ${minute(updated)}  ${printable(name)}`,
    ),
  ].join('\n');
}

function minute(time: number): string {
  return new Date(time).toISOString().slice(0, 16).replace('T', ' ');
}
