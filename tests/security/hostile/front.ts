import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { atEndOfFile } from '#tests/support/fixtures/file-end.ts';
import { freePort } from '#tests/support/fixtures/free-port.ts';
import { judge } from './judge.ts';

/**
 * Stands before a server: knows which requests are through, judges the headers of every response, and has a page of the
 * same origin without any policy, on which nothing protects but the responses themselves.
 */
export async function startFront(server: { port: number }) {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const arrived = new Set<string>();
  const complaints: string[] = [];
  let responses = 0;
  const front = createServer(pass);
  front.listen(port, '127.0.0.1');
  atEndOfFile(() => {
    front.closeAllConnections();
    front.close();
  });
  return {
    baseUrl: origin,
    blank: `${origin}/blank-page`,
    /** The marks of the requests that are through. */
    arrived,
    /** What is wrong with the responses since the last time. */
    takeComplaints: () => complaints.splice(0),
    /** How many responses were judged. */
    judged: () => responses,
  };

  function pass(asked: IncomingMessage, answer: ServerResponse) {
    const url = new URL(asked.url ?? '/', origin);
    if (url.pathname === '/blank-page') {
      return void answer.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>blank</title>');
    }
    const mark = url.searchParams.get('load');
    if (mark !== null) answer.once('close', () => arrived.add(mark));
    const { method, headers } = asked;
    const upstream = request({ port: server.port, host: '127.0.0.1', method, path: asked.url, headers }, (got) => {
      if (mark !== null) {
        responses++;
        complaints.push(...judge(asked, got).map((complaint) => `${asked.url}: ${complaint}`));
      }
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
    });
    upstream.on('error', () => answer.destroy());
    answer.on('close', () => upstream.destroy());
    asked.pipe(upstream);
  }
}
