import { spawnSync } from 'node:child_process';

/**
 * Does the work while no file of a process may grow larger than so many bytes: the write that crosses the limit is cut
 * short, and each one after it fails.
 */
export async function withFileLimit(pid: number, bytes: number, work: () => Promise<void>): Promise<void> {
  limit(pid, String(bytes));
  try {
    await work();
  } finally {
    limit(pid, 'unlimited');
  }
}

function limit(pid: number, bytes: string): void {
  const { status, stderr } = spawnSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`prlimit: ${stderr}`);
}
