import { Readable } from 'node:stream';
import { maxMetadataBytes, maxMultipartBytes } from '#contract/limits.ts';
import { type SettableMetadata, settableMetadata } from '#contract/records/objects.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { parseJson } from '#server/errors/parse-json.ts';
import { readWhole } from '../server/request-body.ts';
import { malformed, type Part, readMultipart } from './multipart.ts';

/** An object that arrives in one request. */
export type ObjectBody = {
  /** Its bytes as they arrive. They fail if anything behind them is not as it has to be. */
  bytes: Readable;
  /** Its metadata: complete when the bytes have ended, since a form may send it after them. */
  metadata: () => SettableMetadata;
};

/** Metadata that a client sets. Throws invalid-json, and invalid-input with the invalid fields. */
export function readMetadata(body: Buffer): SettableMetadata {
  const { success, data, error } = settableMetadata.safeParse(parseJson(body));
  if (success) return data;
  const issues = error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message }));
  throw new KeepsakeError('invalid-input', { data: { issues } });
}

/**
 * The object in a multipart body: as multipart/related (RFC 2387) the metadata as JSON, then the bytes; as
 * multipart/form-data (RFC 7578) one field `file`, and optionally one `metadata`, before or after it. A content type
 * that the metadata does not name is that of the part with the bytes. Throws invalid-json, invalid-input, body-too-large.
 */
export async function openObjectBody(body: AsyncIterable<Buffer>, contentType: string): Promise<ObjectBody> {
  const parts = readMultipart(limited(body), contentType);
  if (/^multipart\/related\s*;/i.test(contentType)) return await openRelated(parts);
  if (/^multipart\/form-data\s*;/i.test(contentType)) return await openForm(parts);
  throw malformed('A body of type multipart/related or multipart/form-data is wanted');
}

async function openRelated(parts: AsyncGenerator<Part>): Promise<ObjectBody> {
  const wanted = 'Two parts are wanted: the metadata, then the bytes';
  const metadata = await nextOf(parts);
  if (metadata === undefined) throw malformed(wanted);
  const declared = await readMetadataPart(metadata);
  const file = await nextOf(parts);
  if (file === undefined) throw malformed(wanted);
  return objectOf(
    file,
    () => declared,
    async () => {
      if ((await nextOf(parts)) !== undefined) throw malformed(wanted);
    },
  );
}

async function openForm(parts: AsyncGenerator<Part>): Promise<ObjectBody> {
  let declared: SettableMetadata | undefined;
  const takeMetadata = async (part: Part) => {
    if (fieldOf(part) !== 'metadata') return;
    if (declared !== undefined) throw malformed('The field metadata is there twice');
    declared = await readMetadataPart(part);
  };
  for (let part = await nextOf(parts); part !== undefined; part = await nextOf(parts)) {
    if (fieldOf(part) !== 'file') await takeMetadata(part);
    else
      return objectOf(
        part,
        () => declared ?? {},
        async () => {
          for await (const later of parts) {
            if (fieldOf(later) === 'file') throw malformed('The field file is there twice');
            await takeMetadata(later);
          }
        },
      );
  }
  throw malformed('The field file is missing');
}

function objectOf(
  { headers, bytes }: Part,
  declared: () => SettableMetadata,
  readRest: () => Promise<void>,
): ObjectBody {
  if (!/^(binary|8bit|7bit)?$/i.test(headers.get('content-transfer-encoding') ?? '')) {
    throw malformed('The bytes have to come as they are, without a transfer encoding');
  }
  return {
    bytes: Readable.from(bytesAndRest(), { objectMode: false }),
    metadata: () => ({ ...declared(), contentType: declared().contentType ?? headers.get('content-type') }),
  };

  async function* bytesAndRest() {
    yield* bytes;
    await readRest();
  }
}

async function readMetadataPart({ bytes }: Part): Promise<SettableMetadata> {
  return readMetadata(await readWhole(bytes, maxMetadataBytes));
}

async function nextOf(parts: AsyncGenerator<Part>): Promise<Part | undefined> {
  const next = await parts.next();
  return next.done ? undefined : next.value;
}

async function* limited(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const piece of body) {
    length += piece.length;
    if (length > maxMultipartBytes) throw tooLarge();
    yield piece;
  }
}

function tooLarge(): KeepsakeError {
  const instead = 'Larger files are sent with PUT, or resumable.';
  return new KeepsakeError('body-too-large', { data: { maxBytes: maxMultipartBytes, instead } });
}

function fieldOf({ headers }: Part): string | undefined {
  return /;\s*name="([^"]*)"/i.exec(headers.get('content-disposition') ?? '')?.[1];
}
