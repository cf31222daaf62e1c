import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { sendByHttp } from '#client/cli/shared/send-by-http.ts';
import { digestAsSent } from '#client/storage/hashing/digest-as-sent.ts';
import { createStorage } from '#client/storage/storage.ts';
import { startUpload } from '#client/storage/upload.ts';
import { bucketName } from '#contract/records/objects.ts';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { tus } from '#tests/support/client/tus.ts';
import { type Figure, rateFigure, timed } from '../support/figures.ts';
import { newFolder, startBare, startKeepsake } from '../support/server-process.ts';

const gibibyte = 1024 ** 3;
const rounds = 3;

type Method = 'bare' | 'one request' | 'the client' | 'the client, hashed';

/** One file of 1 GiB up and down, compared with the bare server in the same run; the methods alternate in each round. */
export async function measureTransfer(): Promise<Figure[]> {
  const folder = await newFolder();
  const [keepsake, bare] = await Promise.all([startKeepsake(`${folder.path}/data`), startBare(folder.path)]);
  const person = await signUp(keepsake);
  const body = Buffer.alloc(gibibyte, 'a page of an album ');
  const up: Record<Method, number[]> = { bare: [], 'one request': [], 'the client': [], 'the client, hashed': [] };
  const down: Record<'bare' | 'content' | 'the client', number[]> = { bare: [], content: [], 'the client': [] };
  const server = { ...person.server, send: sendByHttp };
  const storage = createStorage(server, { bucket: bucketName });
  try {
    for (let round = 0; round < rounds; round += 1) {
      up.bare.push(await timed(() => send(`${bare.baseUrl}/round-${round}`, 'PUT', {}, body)));
      changeContent(body);
      up['one request'].push(await timed(() => sendInOne(person, `one-${round}`, body)));
      changeContent(body);
      const name = `client-${round}`;
      let id = '';
      up['the client'].push(
        await timed(async () => {
          id = await startUpload(server, { name, body, folderId: null }).done;
        }),
      );
      changeContent(body);
      up['the client, hashed'].push(
        await timed(
          () => startUpload(server, { name: `hashed-${round}`, body, folderId: null }, { digest: digestAsSent }).done,
        ),
      );
      const { file } = await person.api.entries.get({ id });
      down.bare.push(await timed(() => receive(`${bare.baseUrl}/round-${round}`, {}, gibibyte)));
      down.content.push(
        await timed(() => receive(`${keepsake.baseUrl}${file?.url}`, { cookie: person.cookie }, gibibyte)),
      );
      down['the client'].push(await timed(async () => count((await storage.download(name)).stream)));
    }
  } finally {
    await Promise.all([keepsake.stop(), bare.stop()]);
    await folder.remove();
  }
  return [
    rateFigure('1 GiB up, bare server', gibibyte, up.bare),
    rateFigure('1 GiB up, one PATCH', gibibyte, up['one request'], up.bare),
    rateFigure(
      '1 GiB up, the client (chunks from 256 KiB to 32 MiB, each synced)',
      gibibyte,
      up['the client'],
      up.bare,
    ),
    rateFigure('1 GiB up, the client with the SHA-256 of the whole', gibibyte, up['the client, hashed'], up.bare),
    rateFigure('1 GiB down, bare server', gibibyte, down.bare),
    rateFigure('1 GiB down, /content', gibibyte, down.content, down.bare),
    rateFigure('1 GiB down, the client by path', gibibyte, down['the client'], down.bare),
  ];
}

/** Makes the content new: known content is stored only once. */
export function changeContent(body: Buffer): void {
  body.writeDoubleLE(performance.now());
}

async function sendInOne(person: Person, name: string, body: Buffer): Promise<void> {
  const place = await tus(person).place({ name, length: body.length });
  const headers = {
    ...person.server.headers,
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
  };
  await send(`${person.server.baseUrl}${place}`, 'PATCH', headers, body);
}

async function send(url: string, method: string, headers: Record<string, string>, body: Buffer): Promise<void> {
  const sent = request(url, { method, headers: { ...headers, 'content-length': body.length } });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  if ((response.statusCode ?? 0) >= 300) throw new Error(`${method} ${url} was answered with ${response.statusCode}`);
}

/** Reads a response to its end. Throws if it does not have `expected` bytes. */
export async function receive(url: string, headers: Record<string, string>, expected: number): Promise<void> {
  const sent = request(url, { headers });
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  let received = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) received += chunk.length;
  if (received !== expected) throw new Error(`${url} gave ${received} bytes`);
}

async function count(stream: ReadableStream<Uint8Array>): Promise<void> {
  let received = 0;
  for await (const chunk of stream) received += chunk.byteLength;
  if (received !== gibibyte) throw new Error(`The client gave ${received} bytes`);
}
