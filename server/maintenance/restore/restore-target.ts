import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { BlobStore } from '#server/blobs/blob-store.ts';
import { blobPath } from '#server/blobs/disk/disk-layout.ts';
import { diskStore } from '#server/blobs/disk/disk-store.ts';
import { syncFolder, writeDurably } from '#server/blobs/disk/durable-files.ts';
import type { S3Settings } from '#server/blobs/s3/client/settings.ts';
import type { DataPaths } from '#server/installation/data-paths.ts';
import { inspectBlobs, refuseOverlapping } from '#server/installation/inspect-blobs.ts';
import { DamagedBlob, damaged } from '#server/integrity/damaged-blob-error.ts';
import { bytesOfFile, sha256In, sha256OfFile } from '#server/integrity/read-bytes.ts';
import { copyVerified } from '../copy-verified.ts';
import { copyBlob } from '../migrate/copy-blob.ts';
import { OperatorError } from '../operator-error.ts';

/** Where a restore puts the bytes, and notes until its end that it was begun. */
export type RestoreTarget = {
  /** As an operator knows it. */
  where: string;
  /** What was noted; undefined when nothing was. */
  readNote(): Promise<string | undefined>;
  writeNote(text: string): Promise<void>;
  /** The last step: servers may use what is there. */
  removeNote(): Promise<void>;
};

/** Copies blobs from a backup. */
export type BlobWriter = {
  /** Copies a blob unless it is there already, and compares all of it. Throws DamagedBlob. */
  write(id: string, sha256: string): Promise<void>;
  /** Makes what was written survive a power cut. */
  sync(): Promise<void>;
};

/** The data folder, which the caller has locked and found empty. */
export function folderTarget(paths: DataPaths): RestoreTarget {
  return {
    where: paths.path,
    readNote: async () => (existsSync(paths.restoring) ? await readFile(paths.restoring, 'utf8') : undefined),
    writeNote: (text) => writeDurably(paths.restoring, text),
    async removeNote() {
      await rm(paths.restoring);
      await syncFolder(paths.path);
    },
  };
}

/** A prefix of a bucket. Throws OperatorError when there are blobs and no note of a restore. */
export async function bucketTarget(storage: S3Settings): Promise<RestoreTarget> {
  const found = await inspectBlobs(storage, '');
  const { where, owner, hasBlobs, restoring } = found;
  refuseOverlapping(found);
  if (restoring === undefined && (owner !== undefined || hasBlobs))
    throw new OperatorError(
      `There are files of another installation in ${where}: name a place in STORAGE_URL where there is nothing.`,
    );
  const { removeRestoreNote, writeRestoreNote } = await import('#server/blobs/s3/client/restore-note.ts');
  return {
    where,
    readNote: async () => restoring,
    writeNote: (text) => writeRestoreNote(storage, text),
    removeNote: () => removeRestoreNote(storage),
  };
}

/** From the folder `from` of a backup to the folder `to`. */
export function folderWriter(from: string, to: string): BlobWriter {
  const touched = new Set<string>();
  return {
    async write(id, sha256) {
      const target = blobPath(to, id);
      if (existsSync(target) && (await sha256OfFile(target)) === sha256) return;
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await copyVerified(bytesOfFile(blobPath(from, id)), target, { sha256 });
      touched.add(dirname(target));
    },
    async sync() {
      for (const shard of touched) await syncFolder(shard);
      if (touched.size > 0) await syncFolder(to);
    },
  };
}

/** From the folder `from` of a backup to a store, which is read back. */
export function storeWriter(from: string, target: BlobStore): BlobWriter {
  const source = diskStore(from);
  return {
    async write(id, sha256) {
      if (await isThere(target, id, sha256)) return;
      const found = await stat(blobPath(from, id)).catch(() => undefined);
      if (found === undefined) throw damaged('It is missing');
      await copyBlob({ source, target }, { id, sha256, size: found.size });
    },
    sync: () => source.close(),
  };
}

async function isThere(store: BlobStore, id: string, sha256: string): Promise<boolean> {
  try {
    return (await sha256In(store, id)) === sha256;
  } catch (error) {
    if (error instanceof DamagedBlob) return false;
    throw error;
  }
}
