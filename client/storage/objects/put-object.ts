import { maxMultipartBytes } from '#contract/limits.ts';
import type { ObjectMetadata, SettableMetadata } from '#contract/records/objects.ts';
import type { Answer, Server } from '../../server.ts';
import { sha256Of } from '../hashing/hash.ts';
import { fetchMetadata, objectAddress, parse } from '../requests/object-address.ts';
import { Rejected } from '../requests/rejected.ts';
import { send } from '../requests/send.ts';
import { type SourceBytes, sizeOf } from '../requests/source-bytes.ts';
import type { PreviousFailure } from '../retries/retry-loop.ts';

export type Put = {
  path: string;
  data: SourceBytes;
  metadata: SettableMetadata;
  /** Replaces the object only if this is its generation; 0: only if there is no object. */
  ifGenerationMatch?: number;
};

/** Uploads an object in one request, with its metadata if it fits. A retry creates no duplicate. */
export function createPut(server: Server, { path, data, metadata, ifGenerationMatch }: Put, signal: AbortSignal) {
  let generation = ifGenerationMatch;

  return async (previous: PreviousFailure): Promise<ObjectMetadata> => {
    if (previous !== undefined) {
      const stored = await findStored();
      if (stored !== undefined) return stored;
    }
    return await put();
  };

  /** The object, if the previous attempt stored it although its response was lost. */
  async function findStored(): Promise<ObjectMetadata | undefined> {
    try {
      const found = await fetchMetadata(server, path, signal);
      if (await hasBytes(found, data)) return await settle(found);
      generation = ifGenerationMatch ?? found.generation;
    } catch (error) {
      if (!(error instanceof Rejected && error.answer.status === 404)) throw error;
      generation = ifGenerationMatch ?? 0;
    }
    return undefined;
  }

  async function put(): Promise<ObjectMetadata> {
    const condition: Record<string, string> =
      generation === undefined ? {} : { 'if-generation-match': String(generation) };
    const { contentType, ...others } = metadata;
    const url = `${objectAddress(server, path)}?createFolders=true`;
    if (Object.keys(others).length > 0 && sizeOf(data) <= maxMultipartBytes) {
      const { body, type } = multipart(metadata, data);
      return metadataIn(
        await send(server, { method: 'POST', url, headers: { ...condition, 'content-type': type }, body, signal }),
      );
    }
    const headers = { ...condition, ...(contentType ? { 'content-type': contentType } : {}) };
    return await settle(metadataIn(await send(server, { method: 'PUT', url, headers, body: data, signal })));
  }

  /** Sets the metadata that could not be sent with the bytes. */
  async function settle(found: ObjectMetadata): Promise<ObjectMetadata> {
    if (Object.keys(metadata).every((field) => field === 'contentType')) return found;
    const sending = { method: 'PATCH', url: objectAddress(server, path), body: JSON.stringify(metadata), signal };
    return metadataIn(await send(server, { ...sending, headers: { 'content-type': 'application/json' } }));
  }
}

/** Whether an object has exactly these bytes. */
async function hasBytes({ size, sha256 }: ObjectMetadata, data: SourceBytes): Promise<boolean> {
  return size === sizeOf(data) && sha256 === (await sha256Of(data));
}

/** The metadata in a response. Throws Rejected, ConnectionLost. */
export function metadataIn(answer: Answer): ObjectMetadata {
  if (answer.status !== 200 && answer.status !== 201) throw new Rejected(answer);
  return parse(answer.text) as ObjectMetadata;
}

/** multipart/related (RFC 2387): the metadata as JSON, then the bytes. */
function multipart(metadata: SettableMetadata, data: SourceBytes): { body: Blob; type: string } {
  const boundary = `keepsake-${Math.random().toString(36).slice(2)}${Math.random().toString(36).slice(2)}`;
  const head = `--${boundary}\r\ncontent-type: application/json\r\n\r\n${JSON.stringify(metadata)}\r\n`;
  const type = metadata.contentType ?? 'application/octet-stream';
  const parts = [head, `--${boundary}\r\ncontent-type: ${type}\r\n\r\n`, data as BlobPart, `\r\n--${boundary}--\r\n`];
  return { body: new Blob(parts), type: `multipart/related; boundary=${boundary}` };
}
