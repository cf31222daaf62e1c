import { lstat, readdir } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { scanDisk } from '#server/blobs/disk/disk-layout.ts';
import { DamagedBlob } from '#server/integrity/damaged-blob-error.ts';
import { sha256OfFile } from '#server/integrity/read-bytes.ts';
import { concurrently } from '../concurrently.ts';
import { readValues } from '../json-lines.ts';
import type { Output } from '../output.ts';
import { readSums } from '../sums-file.ts';
import { type BackupFault, tellFaults } from './backup-faults.ts';
import { backupPaths, isBlobPath, rowsFile } from './backup-folder.ts';
import { findUnplain } from './plain-files.ts';
import { listSnapshots, type Manifest, readSnapshot } from './snapshots.ts';

const blobsAtOnce = 4;
const own = ['keepsake-backup', 'lock', 'blobs', 'snapshots', 'trial', 'lost+found'];

/** Compares every file of a backup folder with its SHA-256, and looks for others. Reads only. Throws OperatorError. */
export async function verifyBackup(root: string, output: Output) {
  const paths = backupPaths(root);
  const { finished, unfinished } = await listSnapshots(root);
  const faults: BackupFault[] = unfinished.map((name) => ({ kind: 'unfinished', path: join('snapshots', name) }));
  const fault = (kind: BackupFault['kind'], path: string) => void faults.push({ kind, path: relative(root, path) });
  /** SHA-256 by blob, of all snapshots together. */
  const needed = new Map<string, string>();
  let checked = 0;
  let missingThen = 0;

  for (const name of finished) await verifySnapshot(name);
  await verifyBlobs();
  for (const name of await readdir(root)) if (!own.includes(name)) fault('extra', join(root, name));
  const told = new Set(faults.map(({ path }) => path));
  for await (const { path } of findUnplain(root)) if (!told.has(relative(root, path))) fault('extra', path);
  return { snapshots: finished, files: checked, missingThen, ...(await tellFaults(root, faults)) };

  async function verifySnapshot(name: string) {
    const folder = join(paths.snapshots, name);
    const manifest = await readSnapshot(root, name).then(
      (snapshot) => snapshot.manifest,
      (error: unknown) => {
        fault(kindOf(error), join(folder, 'manifest.json'));
        return undefined;
      },
    );
    checked += 2;
    missingThen += manifest?.missing.length ?? 0;
    const sums = join(folder, 'SHA256SUMS');
    const rows = Object.keys(manifest?.tables ?? {}).map((table) => join('rows', `${table}.ndjson`));
    const files = new Set(['manifest.json', 'SHA256SUMS', 'secret', ...rows]);
    const found = await faultOf(sums, manifest?.sums);
    if (found !== undefined) fault(found, sums);
    else {
      for await (const { sha256, path } of readSums(sums)) {
        if (isBlobPath(path)) needed.set(basename(path), sha256);
        else {
          files.add(path);
          await verifyFile(join(folder, path), sha256);
        }
      }
    }
    // Where the list of sums cannot be trusted, the rows name the blobs too.
    if (faults.some(({ path }) => path === relative(root, sums)))
      await addBlobsOfRows(rowsFile(folder, 'blobs'), manifest);
    await findOthers(folder, files);
  }

  async function addBlobsOfRows(file: string, manifest: Manifest | undefined) {
    try {
      for await (const { id, sha256 } of readValues<{ id: string; sha256: string | null }>(file))
        if (sha256 !== null && manifest?.missing.includes(id) === false) needed.set(id, sha256);
    } catch (error) {
      fault(kindOf(error), file);
    }
  }

  async function findOthers(folder: string, files: ReadonlySet<string>) {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (!files.has(relative(folder, path)) && !(entry.isDirectory() && path === join(folder, 'rows')))
        fault('extra', path);
    }
  }

  async function verifyBlobs() {
    const seen = new Set<string>();
    let bytes = 0;
    await concurrently(scanDisk(paths.blobs), blobsAtOnce, async ({ kind, path, id, size }) => {
      const sha256 = kind === 'blob' ? needed.get(id) : undefined;
      if (sha256 === undefined) {
        const isCopying = kind === 'beside' && path.endsWith('.part');
        // Whole files that nothing needs yet are those of a backup that did not get as far as its rows.
        const isLeft = kind === 'blob' && unfinished.length > 0;
        fault(isCopying || isLeft ? 'unfinished' : 'extra', path);
        return;
      }
      seen.add(id);
      await verifyFile(path, sha256);
      bytes += size;
      output.draw({ what: 'Blobs', done: seen.size, of: needed.size, bytes });
    });
    for (const id of needed.keys()) if (!seen.has(id)) fault('missing', join(paths.blobs, id.slice(-2), id));
  }

  async function verifyFile(path: string, sha256: string) {
    checked += 1;
    const found = await faultOf(path, sha256);
    if (found !== undefined) fault(found, path);
  }
}

/** What is wrong with a file; without a SHA-256 only whether it can be read. */
async function faultOf(path: string, sha256: string | undefined): Promise<BackupFault['kind'] | undefined> {
  try {
    await lstat(path);
    const found = await sha256OfFile(path);
    return sha256 === undefined || found === sha256 ? undefined : 'changed';
  } catch (error) {
    return kindOf(error);
  }
}

/** What it means that a file could not be read, or made no sense. */
function kindOf(error: unknown): BackupFault['kind'] {
  if (error instanceof DamagedBlob) return error.isProven ? 'changed' : 'unreadable';
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) return 'changed';
  return code === 'ENOENT' ? 'missing' : 'unreadable';
}
