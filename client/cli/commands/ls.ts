import { exitCodes } from '#contract/command-line.ts';
import { printable } from '#contract/names/printable.ts';
import { type Connection, typedNames } from '../shared/connection.ts';
import { nothingAt } from '../shared/errors.ts';
import { fileAt, type Listed, listFolder } from '../shared/files-there.ts';
import type { Output } from '../shared/output.ts';
import { findFolder } from '../shared/remote-tree.ts';

/** Lists a folder, or a single file. */
export async function ls(connection: Connection, [path = '']: string[], output: Output): Promise<number> {
  const listed = await list(connection, typedNames(path));
  output.result(listed, () => asText(listed));
  return exitCodes.ok;
}

async function list(connection: Connection, names: string[]): Promise<Listed> {
  const listed = await listFolder(connection, names);
  if (listed.folders.length + listed.files.length > 0 || names.length === 0) return listed;
  const file = await fileAt(connection, names);
  if (file !== undefined) return { folders: [], files: [file] };
  if ((await findFolder(connection, names)) !== undefined) return listed;
  throw nothingAt(names);
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
