import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import { Readable } from 'node:stream';
import { maxOperationRetryMs } from '#contract/retries.ts';

const agents = { http: new Agent({ keepAlive: true }), https: new TlsAgent({ keepAlive: true }) };

/**
 * Like `fetch` for a request that reads many bytes, through Node's own HTTP client and without following redirects: the `fetch`
 * of Node 24 ends the process when a connection is closed while bytes of it wait to be written (nodejs/undici, issue 5360). A
 * connection that is silent for two minutes is broken off.
 */
export async function readByHttp(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const { url, method, headers, signal } = new Request(input, init);
  const isTls = url.startsWith('https:');
  const sent = (isTls ? tlsRequest : request)(url, {
    method,
    headers: Object.fromEntries(headers),
    agent: isTls ? agents.https : agents.http,
    signal: init?.signal ?? signal,
    timeout: maxOperationRetryMs,
  });
  sent.on('timeout', () => sent.destroy(new Error('The connection is silent.')));
  sent.end();
  const [message] = (await once(sent, 'response')) as [IncomingMessage];
  const answered = new Headers();
  for (const [name, value] of Object.entries(message.headers))
    for (const one of [value ?? []].flat()) answered.append(name, one);
  return new Response(Readable.toWeb(message) as ReadableStream, {
    status: message.statusCode ?? 0,
    headers: answered,
  });
}
