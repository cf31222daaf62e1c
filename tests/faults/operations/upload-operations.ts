import { randomUUID } from 'node:crypto';
import { uploadedFileHeader, uploadIdKey } from '#contract/storage.ts';
import { tus } from '#tests/support/client/tus.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { type Ledger, type OpenUpload, withContent, withUpload } from '../support/ledger.ts';
import {
  already,
  answered,
  type Maker,
  noId,
  type Operation,
  pickFile,
  pickFrom,
  randomBytes,
  type Scene,
} from '../support/scene.ts';

const smallestChunk = 1;
const largestUpload = 300_000;
/** So many uploads of one client are open at once. */
const openUploads = 3;

/** The ways of bytes by tus: in one request, and in chunks that other operations come between. */
export const uploadOperations: Record<string, { weight: number; make: Maker }> = {
  'upload in one request': { weight: 5, make: uploadAtOnce },
  'begin upload': { weight: 3, make: beginUpload },
  'send chunk': { weight: 8, make: sendChunk },
  'give up upload': { weight: 0.5, make: giveUp },
};

/** Files go into the client's own folder, which no operation takes away while bytes are on their way. */
function uploadAtOnce(scene: Scene): Operation {
  const { person, random, top } = scene;
  const name = pickName(scene);
  const body = randomBytes(random);
  const id = randomUUID();
  const send = async () => {
    const metadata = { [uploadIdKey]: id };
    const response = await answered(tus(person).begin({ name, length: body.length, folderId: top.id, body, metadata }));
    return fileIn(response);
  };
  return {
    what: `upload ${name} in one request (${body.length} bytes)`,
    send,
    after: (file) => withContent(scene.ledger, name, { sha256: sha256(body), size: body.length }, file),
    again: async () => (await resume(scene, id, body, body.length)) ?? (await send()),
  };
}

function beginUpload(scene: Scene): Operation | undefined {
  const { person, random, top, ledger } = scene;
  if (ledger.uploads.size >= openUploads) return undefined;
  const name = pickName(scene);
  const body = bytes(random.between(smallestChunk, largestUpload), String(random.next()));
  const id = randomUUID();
  const send = async () => {
    await answered(tus(person).begin({ name, length: body.length, folderId: top.id, metadata: { [uploadIdKey]: id } }));
    return undefined;
  };
  return {
    what: `begin upload ${id} of ${name}`,
    send,
    after: () => withUpload(ledger, id, { path: name, body, offset: 0 }),
    again: async () => ((await offsetOf(scene, id)) === undefined ? await send() : undefined),
  };
}

function sendChunk(scene: Scene): Operation | undefined {
  const { person, random, ledger } = scene;
  const [id, upload] = pickFrom(random, [...ledger.uploads]) ?? [];
  if (id === undefined || upload === undefined) return undefined;
  const { body, offset } = upload;
  const end = random.oneIn(2) ? body.length : random.between(offset + smallestChunk, body.length);
  const send = async () => {
    const response = await answered(tus(person).send(`/api/uploads/${id}`, offset, body.subarray(offset, end)));
    return end === body.length ? fileIn(response) : undefined;
  };
  return {
    what: `send bytes ${offset} to ${end} of ${body.length} of upload ${id} of ${upload.path}`,
    upload: id,
    send,
    after: (file) => withChunk(ledger, id, upload, end, file),
    again: async () => {
      const stored = await offsetOf(scene, id);
      if (stored === undefined || stored < offset) throw new Error(`Upload ${id} fell from ${offset} to ${stored}`);
      return await resume(scene, id, body, end);
    },
  };
}

function giveUp({ person, random, ledger }: Scene): Operation | undefined {
  const [id] = pickFrom(random, [...ledger.uploads]) ?? [];
  if (id === undefined) return undefined;
  const send = noId(() => answered(tus(person).giveUp(`/api/uploads/${id}`)));
  return {
    what: `give up upload ${id}`,
    givesUp: id,
    send,
    after: () => withUpload(ledger, id, undefined),
    again: () => send().catch(already('upload-not-found')),
  };
}

function withChunk(ledger: Ledger, id: string, upload: OpenUpload, end: number, file: string | undefined): Ledger {
  const { path, body } = upload;
  if (end < body.length) return withUpload(ledger, id, { ...upload, offset: end });
  const done = withUpload(ledger, id, undefined);
  return withContent(done, path, { sha256: sha256(body), size: body.length }, file);
}

/** Sends what the server has not stored of the bytes up to `end`. Undefined when the upload is not known. */
async function resume(
  { person }: Scene,
  id: string,
  body: Uint8Array<ArrayBuffer>,
  end: number,
): Promise<string | undefined> {
  const status = await tus(person).ask(`/api/uploads/${id}`);
  if (status.status === 404) return undefined;
  const stored = Number((await answered(Promise.resolve(status))).headers.get('upload-offset'));
  if (stored === body.length) return fileIn(status);
  if (stored >= end) return undefined;
  const response = await answered(tus(person).send(`/api/uploads/${id}`, stored, body.subarray(stored, end)));
  return end === body.length ? fileIn(response) : undefined;
}

/** How many bytes the server stored of an upload; undefined when it knows none of that id. */
export async function offsetOf({ person }: Pick<Scene, 'person'>, id: string): Promise<number | undefined> {
  const response = await tus(person).ask(`/api/uploads/${id}`);
  if (response.status === 404) return undefined;
  return Number((await answered(Promise.resolve(response))).headers.get('upload-offset'));
}

function fileIn({ headers }: Response): string {
  const id = headers.get(uploadedFileHeader);
  if (id === null) throw new Error('The answer to the last byte names no file');
  return id;
}

/** A new name, or that of a file whose next version it becomes. */
function pickName({ random, ledger, newName }: Scene): string {
  const path = random.oneIn(3) ? pickFile(random, ledger) : undefined;
  return path === undefined || path.includes('/') ? newName() : path;
}
