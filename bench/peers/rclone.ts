import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '#tests/support/fixtures/free-port.ts';
import { type ServerProcess, startOnPort } from '../support/server-process.ts';

/** `rclone serve webdav` on a folder of its own, with its default settings. */
export async function startRclone(folder: string): Promise<ServerProcess> {
  const port = await freePort();
  const files = join(folder, 'files');
  await mkdir(files, { recursive: true });
  const quiet = ['--config', join(folder, 'no-configuration'), '--log-file', join(folder, 'log')];
  return await startOnPort(port, ['rclone', 'serve', 'webdav', files, '--addr', `127.0.0.1:${port}`, ...quiet]);
}
