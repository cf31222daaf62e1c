import { StorageError } from '../storage/requests/storage-error.ts';
import { exitCodes, UsageError } from './exit-codes.ts';
import { type Home, namesIn } from './home.ts';
import type { Output } from './output.ts';
import { findFolder } from './remote-tree.ts';

/** Moves a file or a folder to Trash. */
export async function rm(home: Home, [path = '', ...more]: string[], output: Output): Promise<number> {
  const names = namesIn(path);
  if (names.length === 0 || more.length > 0) throw new UsageError('rm takes one path, and not Root.');
  try {
    await home.storage.delete(names.join('/'));
  } catch (error) {
    if (!(error instanceof StorageError && error.code === 'object-not-found')) throw error;
    const id = await findFolder(home, names);
    if (!id) throw error;
    await home.api.entries.remove({ id });
  }
  output.result({ removed: names.join('/') }, () => `${names.join('/')} is in Trash.`);
  return exitCodes.ok;
}
