import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { writeDurably } from '#server/blobs/disk/durable-files.ts';
import { OperatorError } from '../operator-error.ts';
import { readSums } from '../sums-file.ts';
import { backupPaths, isBlobPath } from './backup-folder.ts';

/** What is in a backup, written when all of it is. */
export type Manifest = {
  format: 1;
  /** In milliseconds. */
  createdAt: number;
  /** Counts the backups of the folder, since a clock may be wrong. Undefined in those that older versions took. */
  sequence?: number;
  installation: string;
  /** The schema migrations that had been applied. */
  schema: string[];
  /** Rows by table. */
  tables: Record<string, number>;
  blobs: number;
  bytes: number;
  /** Blobs that were missing or damaged where the backup was taken. */
  missing: string[];
  /** SHA-256 of the file SHA256SUMS, which has those of all other files. */
  sums: string;
};

/** One finished backup: the folder of its own files. All snapshots share the blobs beside them. */
export type Snapshot = { name: string; folder: string; manifest: Manifest };

/** The finished backups, the oldest first, and the names of whatever else is among them. Throws OperatorError when it is no backup folder. */
export async function listSnapshots(root: string): Promise<{ finished: string[]; unfinished: string[] }> {
  const paths = backupPaths(root);
  if (!(await isThere(paths.marker)))
    throw new OperatorError(
      `There are no Keepsake backups in the folder ${root}: name the one that was given to \`keepsake backup\`.`,
    );
  const names = (await readdir(paths.snapshots)).toSorted();
  const [finished, unfinished]: [string[], string[]] = [[], []];
  for (const name of names)
    ((await isThere(join(paths.snapshots, name, 'manifest.json'))) ? finished : unfinished).push(name);
  return { finished, unfinished };
}

/** What cannot be looked at may be there: what is unfinished is removed. Throws what is wrong with the disk. */
async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

/** Finished snapshots in the order in which they were taken, and why others cannot be read, by their names. Throws OperatorError. */
export async function readSnapshots(root: string): Promise<{ taken: Snapshot[]; damaged: Map<string, unknown> }> {
  const taken: Snapshot[] = [];
  const damaged = new Map<string, unknown>();
  for (const name of (await listSnapshots(root)).finished)
    await readSnapshot(root, name).then(
      (snapshot) => taken.push(snapshot),
      (error: unknown) => damaged.set(name, error),
    );
  return { taken: taken.toSorted(inOrderOfTaking), damaged };
}

function inOrderOfTaking({ manifest: one }: Snapshot, { manifest: other }: Snapshot): number {
  return sequenceOf(one) - sequenceOf(other) || one.createdAt - other.createdAt;
}

/** 0 for what older versions took. */
function sequenceOf({ sequence = 0 }: Manifest): number {
  return sequence;
}

/** That of the next backup. Throws OperatorError when a backup that may have a greater one cannot be read this time. */
export async function nextSequence(root: string): Promise<number> {
  const { taken, damaged } = await readSnapshots(root);
  for (const [name, error] of damaged)
    if ((error as NodeJS.ErrnoException).code !== undefined)
      throw new OperatorError(
        `The backup ${name} cannot be read (${String(error)}): look after the disk of the backups.`,
      );
  const last = taken.at(-1);
  return 1 + (last === undefined ? 0 : sequenceOf(last.manifest));
}

/** Throws when the manifest is not, byte for byte, what was written. */
export async function readSnapshot(root: string, name: string): Promise<Snapshot> {
  const folder = join(backupPaths(root).snapshots, name);
  const text = await readFile(join(folder, 'manifest.json'), 'utf8');
  const { manifest, sha256 } = JSON.parse(text) as { manifest: Manifest; sha256: string };
  if (textOf(manifest) !== text || sha256 !== shaOf(manifest)) throw new Error('The manifest was changed');
  return { name, folder, manifest };
}

/** The last step of a backup, which makes it a finished one. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeDurably(join(folder, 'manifest.json'), textOf(manifest));
}

/** The blobs of a snapshot and their SHA-256s, as its SHA256SUMS has them. */
export async function* blobSums(folder: string): AsyncIterable<{ id: string; sha256: string }> {
  for await (const { sha256, path } of readSums(join(folder, 'SHA256SUMS')))
    if (isBlobPath(path)) yield { id: basename(path), sha256 };
}

function textOf(manifest: Manifest): string {
  return `${JSON.stringify({ manifest, sha256: shaOf(manifest) }, null, 2)}\n`;
}

function shaOf(manifest: Manifest): string {
  return createHash('sha256').update(JSON.stringify(manifest)).digest('hex');
}
