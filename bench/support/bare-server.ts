/**
 * The upper bound of this runtime: a server that writes the socket to a file, syncs it, and sends files back, without
 * checks or state. Runs as a separate process: `node bench/support/bare-server.ts <folder> [--no-sync]` prints its port.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

const [folder = '.', option] = process.argv.slice(2);
const isSynced = option !== '--no-sync';
const bufferBytes = 1024 ** 2;

const server = createServer((request, response) => {
  const path = join(folder, (request.url ?? '/').replaceAll('/', ''));
  const answer = async () => {
    if (request.method === 'PUT') {
      await pipeline(request, createWriteStream(path, { highWaterMark: bufferBytes, flush: isSynced }));
      response.writeHead(201).end();
    } else {
      const [start, end] = (/bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? []).slice(1).map(Number);
      const size = start === undefined || end === undefined ? (await stat(path)).size : end + 1 - start;
      response.writeHead(start === undefined ? 200 : 206, { 'content-length': size });
      await pipeline(createReadStream(path, { start, end, highWaterMark: bufferBytes }), response);
    }
  };
  answer().catch(() => response.destroy());
});
server.requestTimeout = 0;
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
