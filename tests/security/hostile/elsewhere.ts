import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { atEndOfFile } from '#tests/support/fixtures/file-end.ts';
import { freePort } from '#tests/support/fixtures/free-port.ts';
import type { HostileFile } from './corpus/hostile-file.ts';

export type Elsewhere = Awaited<ReturnType<typeof startElsewhere>>;

/**
 * Another site, which protects nothing. It is the canary that files request when they come to life, the page of a stranger,
 * and the control: the same files as they are, so that the test can tell which of them would run.
 */
export async function startElsewhere(corpus: readonly HostileFile[]) {
  const port = await freePort();
  // By name, so that it is of another site than the app at 127.0.0.1.
  const origin = `http://localhost:${port}`;
  const hits: { file: number; what: string }[] = [];
  const arrived = new Set<string>();
  const fences = new Set<string>();
  const server = createServer(answer);
  server.listen(port, '127.0.0.1');
  atEndOfFile(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    blank: `${origin}/blank`,
    /** What a file requests when it comes to life. */
    hitOf: (file: number) => `${origin}/hit/${file}`,
    /** A file without any protection; `load` marks the request. */
    control: (file: number) => `${origin}/file/${file}/${encodeURIComponent(corpus[file]?.name ?? '')}`,
    fence: (name: string) => `${origin}/fence/${name}`,
    passed: fences,
    /** The marks of the requests that are through. */
    arrived,
    /** Which files came to life since the last time. */
    takeHits: () => hits.splice(0),
  };

  function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams } = new URL(request.url ?? '/', origin);
    const [, kind, id = '', ...rest] = pathname.split('/');
    const mark = searchParams.get('load');
    if (mark !== null) response.once('close', () => arrived.add(mark));
    if (kind === 'hit') {
      hits.push({ file: Number(id), what: rest.join('/') });
      return void response.writeHead(204, { 'access-control-allow-origin': '*' }).end();
    }
    if (kind === 'fence') {
      const text = `<script>fetch('/fenced/${id}')</script>`;
      return void response.writeHead(200, { 'content-type': 'text/html' }).end(text);
    }
    if (kind === 'fenced') fences.add(id);
    const file = kind === 'file' ? corpus[Number(id)] : undefined;
    if (file !== undefined) return serve(file, Number(id), response);
    return void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>blank</title>');
  }

  function serve({ type, body, metadata }: HostileFile, id: number, response: ServerResponse) {
    // A header holds Latin-1 only.
    const sent = type.replaceAll(/[^\t\x20-\x7e\xa0-\xff]/g, '');
    if (sent !== '') response.setHeader('content-type', sent);
    if (metadata?.contentEncoding === 'gzip') response.setHeader('content-encoding', 'gzip');
    response.end(body(`${origin}/hit/${id}`));
  }
}
