import { basename, join } from 'node:path';
import { damaged } from '#server/integrity/damaged-blob-error.ts';
import { sha256OfFile } from '#server/integrity/read-bytes.ts';
import { OperatorError } from '../operator-error.ts';
import { readSums } from '../sums-file.ts';
import { isBlobPath, listSnapshots, readSnapshot, type Snapshot } from './backup-folder.ts';

/** The snapshot of that name, or the newest. Throws OperatorError when there is none, or it is damaged. */
export async function chooseSnapshot(root: string, name: string | undefined): Promise<Snapshot> {
  const { finished } = await listSnapshots(root);
  const chosen = name ?? finished.at(-1);
  if (chosen === undefined || !finished.includes(chosen)) {
    throw new OperatorError(
      finished.length === 0
        ? `There is no finished backup in ${root}.`
        : `There is no backup ${chosen} in ${root}: name one of ${finished.join(', ')}.`,
    );
  }
  return await readSnapshot(root, chosen).catch((error: unknown) => {
    throw damagedSnapshot(chosen, error);
  });
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
