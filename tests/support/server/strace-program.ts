/** strace(1), which counts the system calls of a process and makes one of them go wrong. */
export const strace = 'strace';

/**
 * What to start a program through that is killed at its k-th renaming of a file in one thread (`UV_THREADPOOL_SIZE` 1): by
 * one each file that it keeps gets its name. The program is the process itself, not strace.
 */
export function killedAtRename(k: number): string[] {
  const calls = '?rename,?renameat,?renameat2';
  const kill = `inject=${calls}:signal=KILL:when=${k}`;
  return [strace, '-D', '-f', '-qq', '-o', '/dev/null', '-e', `trace=${calls}`, '-e', kill];
}
