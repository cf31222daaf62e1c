import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import { text } from 'node:stream/consumers';
import type { Answer, Sending } from '../../server.ts';
import { readBytes, type SourceBytes, sizeOf, sliceOf } from '../../storage/requests/source-bytes.ts';

/** Written to the socket at a time, in bytes; progress is reported after each. */
const pieceBytes = 1024 ** 2;

const agents = { http: new Agent({ keepAlive: true }), https: new TlsAgent({ keepAlive: true }) };

/**
 * Sends a request with a large body through Node's own HTTP client, which does not copy the bytes: `fetch` copies them
 * several times and does not report how many were sent. Rejects if no complete response arrives.
 */
export async function sendByHttp({ method, url, headers, body, signal, onProgress }: Sending): Promise<Answer> {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : (body ?? new Uint8Array());
  const isTls = url.startsWith('https:');
  const sent = (isTls ? tlsRequest : request)(url, {
    method,
    headers: { ...headers, 'content-length': sizeOf(bytes) },
    agent: isTls ? agents.https : agents.http,
    signal,
  });
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  // A response may arrive before the whole body is sent, which ends the request.
  const written = write(sent, bytes, onProgress).catch(() => {});
  const [response] = await answered;
  const whole = await text(response);
  if (!response.complete) throw new Error('The response was cut off.');
  if (!sent.writableFinished) sent.destroy();
  await written;
  return {
    status: response.statusCode ?? 0,
    header: (name) => [response.headers[name.toLowerCase()] ?? []].flat().join(', ') || null,
    text: whole,
  };
}

async function write(to: ReturnType<typeof request>, bytes: SourceBytes, onProgress?: (bytes: number) => void) {
  try {
    for (let at = 0; at < sizeOf(bytes) && !to.destroyed; at += pieceBytes) {
      const end = Math.min(at + pieceBytes, sizeOf(bytes));
      const piece = await readBytes(sliceOf(bytes, at, end), 0, end - at);
      await new Promise<void>((resolve, reject) => to.write(piece, (error) => (error ? reject(error) : resolve())));
      onProgress?.(end);
    }
    to.end();
  } catch (error) {
    to.destroy(error as Error);
    throw error;
  }
}
