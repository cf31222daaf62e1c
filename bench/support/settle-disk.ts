import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Flushes dirty pages, so that a contender that syncs does not pay for one that does not. */
export async function settleDisk(folder: string): Promise<void> {
  await run('sync', ['--file-system', folder]);
}
