import { isUtf8 } from 'node:buffer';
import { Metadata } from '@tus/server';
import { isId } from '#contract/ids.ts';
import { maxUploadMetadataBytes } from '#contract/limits.ts';
import { maxTime } from '#contract/records/entries.ts';
import { generationPattern, sha256Pattern, uploadIdKey } from '#contract/storage.ts';
import type { NewUpload } from '#server/drive/uploads/begin-upload.ts';
import type { AppendOptions } from '#server/drive/uploads/upload-bytes.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';

export type UploadMetadata = Record<string, string | null>;

/** Of a name in Upload-Metadata (tus 1.0, creation): a batch may not have one either that no header could tell again. */
const keyPattern = /^[\x21-\x2b\x2d-\x7e]+$/;

/** Reads the Upload-Metadata header (tus 1.0, creation). Throws upload-request-invalid. */
export function parseMetadata(header: string | null): UploadMetadata {
  if (header === null || header === '') return {};
  try {
    const metadata = Metadata.parse(header);
    if (!header.split(',').every((pair) => isUtf8(Buffer.from(pair.trim().split(' ')[1] ?? '', 'base64'))))
      throw new Error('A value is not UTF-8');
    return metadata;
  } catch (error) {
    throw new KeepsakeError('upload-request-invalid', { cause: error });
  }
}

/**
 * The id that a client chose, so that it can query an upload whose creation was not answered. One that is taken leads to
 * upload-offset-conflict. Throws upload-metadata-invalid.
 */
export function idIn(metadata: UploadMetadata | undefined): string | undefined {
  const id = metadata?.[uploadIdKey] || undefined;
  if (id === undefined || isId(id)) return id;
  throw invalid(uploadIdKey, 'Not a UUID');
}

/** A new upload as declared by this project's clients or by other tus clients. Throws upload-metadata-invalid. */
export function newUpload(length: number, metadata: UploadMetadata, options: AppendOptions): NewUpload {
  checkSize(metadata);
  const folderId = metadata['folderId'] || null;
  if (folderId !== null && !isId(folderId)) throw invalid('folderId', 'Not a folder id');
  const lastModified = metadata['lastModified'];
  const modifiedAt = lastModified ? Number(lastModified) : undefined;
  if (modifiedAt !== undefined && !Number.isSafeInteger(modifiedAt))
    throw invalid('lastModified', 'Not a number of milliseconds');
  const sha256 = metadata['sha256'] || options.sha256;
  if (sha256 !== undefined && !sha256Pattern.test(sha256)) throw invalid('sha256', 'Not a SHA-256 in hexadecimal');
  const ifGeneration = metadata['ifGeneration'];
  // An empty one is a variable that was not set: the file must not be replaced as if nobody had asked.
  if (ifGeneration !== undefined && !generationPattern.test(ifGeneration ?? ''))
    throw invalid('ifGeneration', 'Not a generation');
  return {
    name: metadata['filename'] ?? '',
    folderId,
    length,
    contentType: metadata['filetype'] ?? undefined,
    // A scanned photograph may be older than 1970.
    modifiedAt: modifiedAt && Math.min(Math.max(modifiedAt, 0), maxTime),
    sha256,
    ifGeneration: ifGeneration === undefined ? undefined : Number(ifGeneration),
    ifChanged: metadata['ifChanged'] === 'true',
    metadata,
  };
}

function checkSize(metadata: UploadMetadata): void {
  let size = 0;
  for (const [key, value] of Object.entries(metadata)) {
    if (!keyPattern.test(key)) throw invalid(key, 'Not a name of metadata');
    size += key.length + Buffer.byteLength(value ?? '');
  }
  if (size > maxUploadMetadataBytes) throw invalid('', `More than ${maxUploadMetadataBytes} bytes`);
}

function invalid(path: string, message: string): KeepsakeError {
  return new KeepsakeError('upload-metadata-invalid', { data: { issues: [{ path, message }] } });
}
