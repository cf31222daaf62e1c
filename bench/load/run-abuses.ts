import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const abuser = fileURLToPath(new URL('abuser.ts', import.meta.url));

/**
 * Begins abuses of that name in a process of their own, so that what they cost themselves delays nobody who is measured
 * in this one. What it returns ends them.
 */
export async function runAbuses(baseUrl: string, names: readonly string[]): Promise<() => void> {
  const child = fork(abuser, [baseUrl, ...names]);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The abuses ended with ${String(code)}`);
  });
  ended.catch(() => {});
  await Promise.race([once(child, 'message'), ended]);
  return () => child.kill('SIGKILL');
}
