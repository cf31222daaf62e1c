import { basename, join, sep } from 'node:path';
import { backupPaths } from './backup-folder.ts';
import { blobSums, listSnapshots } from './snapshots.ts';

/** The worst ones first. */
const kinds = ['missing', 'changed', 'unreadable', 'unfinished', 'extra'] as const;

/**
 * `changed`: not the bytes that were written. `unreadable`: the disk did not give them this time. `extra`: no backup made or
 * needs it. `unfinished`: a backup was interrupted; the next one removes it.
 */
export type BackupFault = { kind: (typeof kinds)[number]; path: string };

/** A fault, and the snapshots that are not whole because of it. */
export type ToldFault = BackupFault & { snapshots?: string[] };

/** So many are told, with so many snapshots each, in the order of their paths. A server reads no more than 4 MiB of an answer. */
const maxTold = 500;
const maxSnapshots = 30;

/** What is told of the faults of a backup folder: how many there are of each kind, and the worst of them by their paths. */
export async function tellFaults(root: string, found: readonly BackupFault[]) {
  const counts = Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<BackupFault['kind'], number>;
  for (const { kind } of found) counts[kind] += 1;
  const worst = found
    .toSorted((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind) || inOrderOfPaths(one, other))
    .slice(0, maxTold);
  const lost = worst.filter(isLoss);
  const needing = lost.length > 0 ? await snapshotsNeeding(root, lost) : new Map<string, string[]>();
  const faults = worst.map((fault): ToldFault => {
    const snapshots = needing.get(fault.path);
    return snapshots === undefined ? fault : { ...fault, snapshots: snapshots.slice(0, maxSnapshots) };
  });
  return { counts, faults: faults.toSorted(inOrderOfPaths) };
}

/** The names of the snapshots that need the files at these paths, by path. */
async function snapshotsNeeding(root: string, faults: readonly BackupFault[]): Promise<Map<string, string[]>> {
  const needing = new Map(faults.map(({ path }) => [path, ownerOf(path)]));
  const blobs = new Map(faults.map(({ path }) => [basename(path), needing.get(path)] as const));
  for (const name of (await listSnapshots(root)).finished) {
    try {
      for await (const { id } of blobSums(join(backupPaths(root).snapshots, name))) blobs.get(id)?.push(name);
    } catch {
      // That its list cannot be read is a fault of its own.
    }
  }
  return needing;
}

/** The snapshot that has a file for itself. */
function ownerOf(path: string): string[] {
  const [folder, name] = path.split(sep);
  return folder === 'snapshots' && name !== undefined ? [name] : [];
}

/** Whether bytes that were backed up are not there. */
function isLoss({ kind }: BackupFault): boolean {
  return kind === 'missing' || kind === 'changed' || kind === 'unreadable';
}

function inOrderOfPaths({ path: one }: BackupFault, { path: other }: BackupFault): number {
  return one < other ? -1 : 1;
}
