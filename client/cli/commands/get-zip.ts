import { exitCodes } from '#contract/command-line.ts';
import { sizeOf } from '../local/partial-file.ts';
import { targetFor } from '../local/target.ts';
import { type Connection, typedNames } from '../shared/connection.ts';
import { nothingAt, UsageError } from '../shared/errors.ts';
import { fetchZip } from '../shared/fetch-zip.ts';
import { fileAt } from '../shared/files-there.ts';
import type { Output } from '../shared/output.ts';
import { findFolder } from '../shared/remote-tree.ts';

/** Downloads a folder with everything in it as one zip, with the folder's name unless another is given. */
export async function getZip(connection: Connection, [path = '', to]: string[], output: Output): Promise<number> {
  const names = typedNames(path);
  const id = await findFolder(connection, names);
  if (id === undefined) {
    if ((await fileAt(connection, names)) !== undefined)
      throw new UsageError('--zip takes a folder, and this is a file.');
    throw nothingAt(names);
  }
  const address = `${connection.server.baseUrl}/api/folders/${id ?? 'root'}/archive`;
  const target = await targetFor(`${names.at(-1) ?? 'Keepsake'}.zip`, to);
  const isReplaced = (await sizeOf(target)) !== undefined;
  const bytes = await fetchZip(
    connection,
    { address, names, target },
    {
      onProgress: (here, totalBytes) => output.progress({ files: 0, totalFiles: 1, bytes: here, totalBytes }),
      onChanged: () => output.warn('The folder has changed meanwhile: its zip is downloaded from the beginning.'),
    },
  );
  output.result({ zip: target, bytes }, () =>
    isReplaced ? `${target} downloaded, in place of the file that was here` : `${target} downloaded`,
  );
  return exitCodes.ok;
}
