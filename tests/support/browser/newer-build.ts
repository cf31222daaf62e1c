import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { atEndOfFile } from '../fixtures/file-end.ts';
import { freePort } from '../fixtures/free-port.ts';
import type { TestServer } from '../server/start-server.ts';

/**
 * Stands before a server and, from `release` on, lets its web app look like a newer build: the page has another title,
 * every script another name, those of the older build are gone, and the service worker is another one. From `breakOff` on
 * it is another build still, of which only the page and the service worker can be loaded.
 */
export async function newerBuildOf(server: TestServer) {
  const port = await freePort();
  let newer: string | undefined;
  const front = createServer((asked, answer) => void pass(asked, answer));
  front.listen(port, '127.0.0.1');
  atEndOfFile(() => {
    front.closeAllConnections();
    front.close();
  });
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    title: 'Keepsake, newer',
    release() {
      newer = 'newer';
    },
    breakOff() {
      newer = 'broken';
    },
  };

  async function pass(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const path = asked.url ?? '/';
    const isGone = newer === 'broken' ? /^\/assets\// : /^\/assets\/(?!newer-).*\.js$/;
    if (newer && isGone.test(path)) return void answer.writeHead(404).end();
    const headers = { ...asked.headers, 'accept-encoding': 'identity' };
    if (newer) {
      delete headers['if-none-match'];
      delete headers['if-modified-since'];
    }
    const upstream = request(
      { port: server.port, host: '127.0.0.1', method: asked.method, path: path.replace('/newer-', '/'), headers },
      (got) => void give(got, answer),
    );
    upstream.on('error', () => answer.destroy());
    answer.on('close', () => upstream.destroy());
    asked.pipe(upstream);
  }

  async function give(got: IncomingMessage, answer: ServerResponse): Promise<void> {
    const isCode = /html|javascript/.test(got.headers['content-type'] ?? '');
    if (!newer || !isCode) {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
      return;
    }
    const code = (await text(got))
      .replace('<title>Keepsake</title>', '<title>Keepsake, newer</title>')
      .replace(/((?:\.|assets)\/)([\w-]+-[\w-]{8}\.js)/g, '$1newer-$2')
      .replace(/(version:\s*["'`])/, `$1${newer}`);
    const { 'content-length': _length, etag: _etag, ...headers } = got.headers;
    answer.writeHead(got.statusCode ?? 502, headers).end(code);
  }
}
