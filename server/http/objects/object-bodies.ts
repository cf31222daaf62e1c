import { type SettableMetadata, settableMetadata } from '#contract/objects.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { malformed, type Part, readMultipart } from './multipart.ts';

/** Bytes with their metadata from one request. */
export type ObjectBody = { bytes: Buffer; metadata: SettableMetadata };

/** Metadata that a client sets. Throws invalid-json, and invalid-input with the invalid fields. */
export function readMetadata(body: Buffer): SettableMetadata {
  const { success, data, error } = settableMetadata.safeParse(parse(body));
  if (success) return data;
  const issues = error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message }));
  throw new KeepsakeError('invalid-input', { data: { issues } });
}

/**
 * The object in a multipart body: as multipart/related (RFC 2387) the metadata as JSON, then the bytes; as
 * multipart/form-data (RFC 7578) the field `file`, and optionally the field `metadata`. A content type that the
 * metadata does not name is that of the part with the bytes. Throws invalid-json, invalid-input.
 */
export function readObjectBody(body: Buffer, contentType: string): ObjectBody {
  if (/^multipart\/related\s*;/i.test(contentType)) {
    const [metadata, bytes, ...more] = readMultipart(body, contentType);
    if (!metadata || !bytes || more.length > 0) throw malformed('Two parts are wanted: the metadata, then the bytes');
    return join(metadata, bytes);
  }
  if (/^multipart\/form-data\s*;/i.test(contentType)) {
    const parts = readMultipart(body, contentType);
    const bytes = parts.find((part) => fieldOf(part) === 'file');
    if (bytes === undefined) throw malformed('The field file is missing');
    return join(
      parts.find((part) => fieldOf(part) === 'metadata'),
      bytes,
    );
  }
  throw malformed('A body of type multipart/related or multipart/form-data is wanted');
}

function join(metadata: Part | undefined, { headers, bytes }: Part): ObjectBody {
  if (!/^(binary|8bit|7bit)?$/i.test(headers.get('content-transfer-encoding') ?? '')) {
    throw malformed('The bytes have to come as they are, without a transfer encoding');
  }
  const declared = metadata === undefined ? {} : readMetadata(metadata.bytes);
  return { bytes, metadata: { ...declared, contentType: declared.contentType ?? headers.get('content-type') } };
}

function fieldOf({ headers }: Part): string | undefined {
  return /;\s*name="([^"]*)"/i.exec(headers.get('content-disposition') ?? '')?.[1];
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new KeepsakeError('invalid-json');
  }
}
