import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { programServer } from '../../server.ts';
import { openDownload } from '../objects/download.ts';
import { createUploadRequests } from './upload-requests.ts';

const totalBytes = 3;
const { signal } = new AbortController();

test('an answer without an offset is an error, not a beginning', async () => {
  await using server = await startAnswering({ 'upload-length': String(totalBytes) });
  const requests = createUploadRequests(server, totalBytes, {});
  const url = requests.addressOf('id');
  const bytes = { body: new Uint8Array(1), sha256: undefined };
  const unknown = { code: 'unknown', detail: 'no Upload-Offset' };
  await expect(requests.offset(url, signal)).rejects.toMatchObject(unknown);
  await expect(requests.append(url, 2, 1, bytes, { signal })).rejects.toMatchObject(unknown);
  // Only an upload without its first bytes is created without one.
  expect(await requests.create(url, { name: 'a', body: new Blob(), folderId: null }, { signal })).toEqual({
    offset: 0,
    fileId: undefined,
    operationId: null,
  });
});

test('a download whose response does not state its size has none', async () => {
  await using server = await startAnswering({ 'transfer-encoding': 'chunked' });
  const { stream, size } = await openDownload(server, `${server.baseUrl}/content`, {}, signal);
  expect([size, await new Response(stream).text()]).toEqual([null, 'abc']);
});

/** A server that answers every request with these headers. */
async function startAnswering(headers: Record<string, string>) {
  const listener = createServer((request, response) => {
    response.writeHead(200, headers);
    response.end(request.method === 'GET' ? 'abc' : undefined);
  });
  await once(listener.listen(0), 'listening');
  const { port } = listener.address() as AddressInfo;
  return {
    ...programServer({ baseUrl: `http://localhost:${port}`, token: 'token' }),
    async [Symbol.asyncDispose]() {
      listener.closeAllConnections();
      listener.close();
    },
  };
}
