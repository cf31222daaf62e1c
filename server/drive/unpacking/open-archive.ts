import { maxUnpackedEntries, maxUnpackedRatio, maxZipDirectoryBytes, unpackedFreeBytes } from '#contract/limits.ts';
import type { BlobRow } from '#server/database/tables/blob-rows.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { VerifiedBlob } from '#server/integrity/verified-blob.ts';
import type { OpenZip } from '#server/zip/entry-bytes.ts';
import { readDirectory, type ZipEntry, type ZipLimits } from '#server/zip/read-directory.ts';
import { type ZipProblem, ZipRefused } from '#server/zip/zip-errors.ts';
import { createWindowCache } from '#server/zip/zip-source.ts';
import type { OpenBlob } from '../files/open-blob.ts';

const codes = {
  'not-a-zip': 'zip-invalid',
  damaged: 'zip-invalid',
  overlapping: 'zip-unsafe',
  'too-large': 'zip-unsafe',
  encrypted: 'zip-encrypted',
  'too-many-entries': 'zip-too-large',
} as const satisfies Record<ZipProblem, string>;

/** An entry, and the zip that it is in. */
export type PackedEntry = ZipEntry & { zip: OpenZip };

/** The entries of an archive, of one part after the other. It has to be closed. */
export type OpenArchive = { entries: PackedEntry[]; close: () => Promise<void> };

/**
 * Reads the directories of an archive that is stored in one or several zips, each a whole one. Together they keep to the limits
 * of one. Throws zip-invalid, zip-unsafe, zip-encrypted, zip-too-large, file-damaged.
 */
export async function openArchive(
  openBlob: OpenBlob,
  parts: readonly Pick<BlobRow, 'id' | 'size' | 'sha256'>[],
): Promise<OpenArchive> {
  const opened: VerifiedBlob[] = [];
  const cache = createWindowCache();
  const entries: PackedEntry[] = [];
  let directoryBytes = 0;
  const close = async () => void (await Promise.all(opened.map((blob) => blob.close())));
  try {
    for (const part of parts) {
      const source = await openBlob(part);
      opened.push(source);
      const windows = cache.of(source);
      const directory = await readDirectory(source, windows, limitsAfter(entries.length, directoryBytes));
      directoryBytes += directory.length;
      const zip: OpenZip = { source, windows, end: directory.end };
      for (const entry of directory.entries) entries.push(Object.assign(entry, { zip }));
    }
    return { entries, close };
  } catch (error) {
    await close();
    throw error instanceof ZipRefused ? refused(error) : error;
  }
}

function limitsAfter(entries: number, directoryBytes: number): ZipLimits {
  return {
    maxEntries: maxUnpackedEntries - entries,
    maxDirectoryBytes: maxZipDirectoryBytes - directoryBytes,
    freeBytes: unpackedFreeBytes,
    maxRatio: maxUnpackedRatio,
  };
}

function refused(error: ZipRefused): KeepsakeError {
  const code = codes[error.why];
  const data = code === 'zip-too-large' ? { data: { max: maxUnpackedEntries } } : {};
  return new KeepsakeError(code, { ...data, cause: error });
}
