import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { backupMarker } from '#server/backups/check-backup-folder.ts';
import { writeDurably } from '#server/blobs/disk/durable-files.ts';
import { OperatorError } from '../operator-error.ts';
import { readSums } from '../sums-file.ts';

/** What is in a backup, written when all of it is. */
export type Manifest = {
  format: 1;
  /** In milliseconds. */
  createdAt: number;
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

const markerText = 'A folder of Keepsake backups, format 1. See docs/decisions/0019-backups.md\n';

export function backupPaths(root: string) {
  return {
    root,
    marker: join(root, backupMarker),
    /** Locked by the backup that is being taken. */
    lock: join(root, 'lock'),
    blobs: join(root, 'blobs'),
    snapshots: join(root, 'snapshots'),
    /** Where a trial restore happens; removed when it ends. */
    trial: join(root, 'trial'),
  };
}

/** The rows of a table in a snapshot, one as JSON in each line. */
export function rowsFile(folder: string, table: string): string {
  return join(folder, 'rows', `${table}.ndjson`);
}

/** Makes a backup folder, or finds one. Throws OperatorError when it contains other files. */
export async function makeBackupFolder(root: string): Promise<void> {
  const paths = backupPaths(root);
  await mkdir(root, { recursive: true, mode: 0o700 });
  const found = (await readdir(root)).filter((name) => name !== 'lost+found');
  if (found.length > 0 && !found.includes(backupMarker)) {
    throw new OperatorError(
      `The folder ${root} contains other files: name an empty folder or a Keepsake backup folder.`,
    );
  }
  for (const folder of [paths.blobs, paths.snapshots]) await mkdir(folder, { recursive: true, mode: 0o700 });
  if (!found.includes(backupMarker)) await writeDurably(paths.marker, markerText);
}

/** The finished backups, the oldest first, and the names of whatever else is among them. Throws OperatorError when it is no backup folder. */
export async function listSnapshots(root: string): Promise<{ finished: string[]; unfinished: string[] }> {
  const paths = backupPaths(root);
  if (!existsSync(paths.marker))
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

/** Whether a path of a SHA256SUMS is that of a blob; all others are files of the snapshot itself. */
export function isBlobPath(path: string): boolean {
  return path.startsWith('../../blobs/');
}

function textOf(manifest: Manifest): string {
  return `${JSON.stringify({ manifest, sha256: shaOf(manifest) }, null, 2)}\n`;
}

function shaOf(manifest: Manifest): string {
  return createHash('sha256').update(JSON.stringify(manifest)).digest('hex');
}
