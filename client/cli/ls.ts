import type { ObjectMetadata } from '#contract/objects.ts';
import { StorageError } from '../storage/requests/storage-error.ts';
import { exitCodes, UsageError } from './exit-codes.ts';
import { type Home, namesIn } from './home.ts';
import type { Output } from './output.ts';
import { findFolder } from './remote-tree.ts';

type Listed = { folders: string[]; files: ObjectMetadata[] };

/** Lists a folder, or tells of one file. */
export async function ls(home: Home, [path = '', ...more]: string[], output: Output): Promise<number> {
  if (more.length > 0) throw new UsageError('ls takes one path.');
  const listed = await list(home, namesIn(path));
  output.result(listed, () => asText(listed));
  return exitCodes.ok;
}

async function list(home: Home, names: string[]): Promise<Listed> {
  const listed = await listFolder(home, names);
  if (listed.folders.length + listed.files.length > 0 || names.length === 0) return listed;
  try {
    return { folders: [], files: [await home.storage.metadata(names.join('/'))] };
  } catch (error) {
    const isAbsent = error instanceof StorageError && error.code === 'object-not-found';
    if (isAbsent && (await findFolder(home, names)) !== undefined) return listed;
    throw error;
  }
}

/** What a folder holds, without what lies deeper. A folder that is not there holds nothing. */
export async function listFolder({ storage }: Home, names: readonly string[]): Promise<Listed> {
  const listed: Listed = { folders: [], files: [] };
  const prefix = names.map((name) => `${name}/`).join('');
  for (let pageToken: string | undefined; ; ) {
    const page = await storage.list({ prefix, delimiter: '/', pageToken });
    listed.folders.push(...page.prefixes.map((folder) => namesIn(folder).at(-1) ?? ''));
    listed.files.push(...page.items);
    if (page.nextPageToken === null) return listed;
    pageToken = page.nextPageToken;
  }
}

function asText({ folders, files }: Listed): string {
  const width = Math.max(...files.map(({ size }) => String(size).length), 1);
  const blank = ' '.repeat(width + 20);
  return [
    ...folders.map((name) => `${blank}${name}/`),
    ...files.map(({ name, size, updated }) => `${String(size).padStart(width)}  ${minute(updated)}  ${name}`),
  ].join('\n');
}

function minute(time: number): string {
  return new Date(time).toISOString().slice(0, 16).replace('T', ' ');
}
