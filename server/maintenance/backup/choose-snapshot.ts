import { basename, join } from 'node:path';
import { damaged } from '#server/integrity/damaged-blob-error.ts';
import { sha256OfFile } from '#server/integrity/read-bytes.ts';
import { OperatorError } from '../operator-error.ts';
import { readSums } from '../sums-file.ts';
import { isBlobPath } from './backup-folder.ts';
import { listSnapshots, readSnapshot, readSnapshots, type Snapshot } from './snapshots.ts';

/**
 * The snapshot of that name, or the one that was taken last. Throws OperatorError when there is none, it is damaged, or it
 * has to be named because several installations take their backups to the folder.
 */
export async function chooseSnapshot(root: string, name: string | undefined): Promise<Snapshot> {
  if (name === undefined) return await onlyLastSnapshot(root);
  const { finished } = await listSnapshots(root);
  if (!finished.includes(name)) throw notThere(root, name, finished);
  return await readSnapshot(root, name).catch((error: unknown) => {
    throw damagedSnapshot(name, error);
  });
}

/** The snapshot that was taken last. Throws OperatorError when there is none, or another one that is damaged may be the last. */
export async function lastSnapshot(root: string): Promise<Snapshot> {
  return (await takenSnapshots(root)).last;
}

/** All in the order in which they were taken. Throws what `lastSnapshot` throws. */
async function takenSnapshots(root: string): Promise<{ taken: readonly Snapshot[]; last: Snapshot }> {
  const { taken, damaged: unread } = await readSnapshots(root);
  const last = taken.at(-1);
  for (const [name, error] of unread) if (last === undefined || name > last.name) throw damagedSnapshot(name, error);
  if (last === undefined) throw new OperatorError(`There is no finished backup in ${root}.`);
  return { taken, last };
}

/** An installation that was restored goes on with the backups of the one before it: only where they alternate are there two. */
async function onlyLastSnapshot(root: string): Promise<Snapshot> {
  const { taken, last } = await takenSnapshots(root);
  const isOfLast = ({ manifest }: Snapshot) => manifest.installation === last.manifest.installation;
  const other = taken.slice(taken.findIndex(isOfLast)).findLast((snapshot) => !isOfLast(snapshot));
  if (other === undefined) return last;
  throw new OperatorError(
    `Several installations take their backups to this folder: choose one with --snapshot. The last of two of them are ${last.name} and ${other.name}.`,
  );
}

function notThere(root: string, name: string, finished: readonly string[]): OperatorError {
  return new OperatorError(
    finished.length === 0
      ? `There is no finished backup in ${root}.`
      : `There is no backup ${name} in ${root}: name one of ${finished.join(', ')}.`,
  );
}

/** Compares everything but the blobs with its SHA-256. Throws OperatorError. */
export async function verifySnapshotFiles({ name, folder, manifest }: Snapshot): Promise<void> {
  const file = join(folder, 'SHA256SUMS');
  try {
    await compareFile(file, manifest.sums);
    for await (const { sha256, path } of readSums(file))
      if (!isBlobPath(path)) await compareFile(join(folder, path), sha256);
  } catch (error) {
    throw damagedSnapshot(name, error);
  }
}

/** Throws DamagedBlob. */
export async function compareFile(path: string, sha256: string): Promise<void> {
  if ((await sha256OfFile(path)) !== sha256) throw damaged(`${basename(path)} has other bytes than were written`);
}

function damagedSnapshot(name: string, error: unknown): OperatorError {
  return new OperatorError(`The backup ${name} is damaged (${String(error)}): choose another one with --snapshot.`);
}
