import { exitCodes } from '#contract/command-line.ts';
import { StorageError } from '../../storage/requests/storage-error.ts';
import { type Connection, typedNames } from '../shared/connection.ts';
import { nothingAt, UsageError } from '../shared/errors.ts';
import type { Output } from '../shared/output.ts';
import { findFolder } from '../shared/remote-tree.ts';
import { undoHint } from './undo.ts';

/** Moves a file or a folder to Trash. */
export async function rm(connection: Connection, [path = '']: string[], output: Output): Promise<number> {
  const names = typedNames(path);
  if (names.length === 0) throw new UsageError('Root cannot be moved to Trash.');
  // First: a folder is no object, and what is not found after a retry counts as deleted.
  const id = await findFolder(connection, names);
  const operationId = id
    ? (await connection.api.entries.remove({ id })).operationId
    : await connection.storage.delete(names.join('/')).catch((error: unknown) => {
        throw error instanceof StorageError && error.code === 'object-not-found' ? nothingAt(names) : error;
      });
  const removed = names.join('/');
  output.result({ removed, operationId }, () => `${removed} was moved to Trash.${undoHint(operationId)}`);
  return exitCodes.ok;
}
