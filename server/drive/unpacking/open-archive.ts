import { maxUnpackedEntries, maxUnpackedRatio, maxZipDirectoryBytes, unpackedFreeBytes } from '#contract/limits.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { VerifiedBlob } from '#server/integrity/verified-blob.ts';
import type { OpenZip } from '#server/zip/entry-bytes.ts';
import { readDirectory, type ZipEntry } from '#server/zip/read-directory.ts';
import { type ZipProblem, ZipRefused } from '#server/zip/zip-errors.ts';
import { createWindows } from '#server/zip/zip-source.ts';

const limits = {
  maxEntries: maxUnpackedEntries,
  maxDirectoryBytes: maxZipDirectoryBytes,
  freeBytes: unpackedFreeBytes,
  maxRatio: maxUnpackedRatio,
};

const codes = {
  'not-a-zip': 'zip-invalid',
  damaged: 'zip-invalid',
  overlapping: 'zip-unsafe',
  'too-large': 'zip-unsafe',
  encrypted: 'zip-encrypted',
  'too-many-entries': 'zip-too-large',
} as const satisfies Record<ZipProblem, string>;

export type OpenArchive = { zip: OpenZip; entries: ZipEntry[] };

/** Reads the directory of an archive that is stored. Throws zip-invalid, zip-unsafe, zip-encrypted, zip-too-large, file-damaged. */
export async function openArchive(source: VerifiedBlob): Promise<OpenArchive> {
  const windows = createWindows(source);
  const { entries, end } = await readDirectory(source, windows, limits).catch((error: unknown) => {
    if (!(error instanceof ZipRefused)) throw error;
    const code = codes[error.why];
    const data = code === 'zip-too-large' ? { data: { max: maxUnpackedEntries } } : {};
    throw new KeepsakeError(code, { ...data, cause: error });
  });
  return { zip: { source, windows, end }, entries };
}
