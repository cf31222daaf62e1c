import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEndOfFile } from '../fixtures/file-end.ts';
import { freePort } from '../fixtures/free-port.ts';
import { startNginxServer } from './nginx-server.ts';

/** Starts nginx with deploy/nginx.conf before one or several servers, until the end of the file. */
export async function startNginx(...servers: { port: number }[]) {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-nginx-'));
  const nginx = await startNginxServer({ folder, port: await freePort(), behind: servers.map(({ port }) => port) });
  atEndOfFile(async () => {
    await nginx.stop();
    await rm(folder, { recursive: true, force: true });
  });
  return nginx;
}
