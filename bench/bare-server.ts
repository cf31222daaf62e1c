/**
 * The limit on this runtime: a server that writes the socket to a file and syncs it, and sends a file back. Nothing is
 * checked, counted or remembered. Started as a process of its own: `node bench/bare-server.ts <folder>`; prints its port.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

const [folder = '.'] = process.argv.slice(2);
const bufferBytes = 1024 ** 2;

const server = createServer((request, response) => {
  const path = join(folder, (request.url ?? '/').replaceAll('/', ''));
  void (async () => {
    if (request.method === 'PUT') {
      await pipeline(request, createWriteStream(path, { highWaterMark: bufferBytes }));
      const file = await open(path, 'r+');
      await file.datasync();
      await file.close();
      response.writeHead(201).end();
    } else {
      response.writeHead(200, { 'content-length': (await stat(path)).size });
      await pipeline(createReadStream(path, { highWaterMark: bufferBytes }), response);
    }
  })();
});
server.requestTimeout = 0;
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
