import { setTimeout as pause } from 'node:timers/promises';
import { runQuietly, say } from './terminal.mjs';

/** Unattended upgrades may hold apt's locks for minutes. */
const maxWaitMs = 10 * 60_000;
const pollMs = 1000;
/** What apt says of each of its locks: of the package lists, of the archives and of dpkg. */
const isLocked = /^E: (Could not get lock|Unable to lock|Unable to acquire the dpkg frontend lock)/m;

/** Runs apt-get, and runs it again as long as another program holds one of apt's locks, for ten minutes at most. */
export async function aptGet(args: string[], tell = say): Promise<{ code: number | null; output: string }> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' };
  const deadline = performance.now() + maxWaitMs;
  for (let tries = 0; ; tries += 1) {
    const ran = await runQuietly('apt-get', args, env);
    if (ran.code === 0 || !isLocked.test(ran.output) || performance.now() > deadline) return ran;
    if (tries === 0) tell('Another program installs packages: waiting until it is done, for ten minutes at most …');
    await pause(pollMs);
  }
}
