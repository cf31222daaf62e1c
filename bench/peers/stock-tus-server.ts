/**
 * @tus/server with its own file store, as in its documentation: `node bench/peers/stock-tus-server.ts <folder>` prints its
 * port. The id of an upload is the file's name, so that its URL is known.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';

const [directory = '.'] = process.argv.slice(2);

const tus = new Server({
  path: '/files',
  datastore: new FileStore({ directory }),
  namingFunction: (_request, metadata) => metadata?.['filename'] ?? '',
});
const server = createServer((request, response) => void tus.handle(request, response));
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
