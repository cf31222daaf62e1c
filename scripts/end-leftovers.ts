import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const patienceMs = 15_000;
const pollMs = 50;

/** Ends the processes and disks that a test run left behind and returns a complaint for each. */
export async function endLeftovers(folder: string): Promise<string[]> {
  return [...(await endProcesses(folder)), ...unmountDisks(folder)];
}

/**
 * They are known by the run's folder, which is in their environment or in their arguments. Processes that are just ending
 * get a moment.
 */
async function endProcesses(folder: string): Promise<string[]> {
  const deadline = performance.now() + patienceMs;
  let left = processesOf(folder);
  while (left.length > 0 && performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    left = processesOf(folder);
  }
  return left.map((pid) => {
    const what = readProcess(pid, 'cmdline').replaceAll('\0', ' ').trim();
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended just now.
    }
    return `the process ${pid} was left behind: ${what}`;
  });
}

/** Those mounted in the run's folder, the last one first, since it may lie on the one before. */
function unmountDisks(folder: string): string[] {
  const mounted = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .flatMap((line) => line.split(' ')[1] ?? [])
    .filter((path) => path.startsWith(`${folder}/`));
  return mounted.toReversed().map((path) => {
    const { status } = spawnSync('umount', [path]);
    return `the disk at ${path} was left behind${status === 0 ? '' : ' and could not be unmounted'}`;
  });
}

function processesOf(folder: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid)
    .filter((pid) => readProcess(pid, 'environ').includes(folder) || readProcess(pid, 'cmdline').includes(folder));
}

/** Empty for processes that ended meanwhile or belong to someone else. */
function readProcess(pid: number, file: 'environ' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
