import type { TestServer } from '#tests/support/server/start-server.ts';
import { attach } from '../support/strace.ts';

/**
 * Lets system calls of a running server fail, in all of its threads, until it is ended: `['fsync', 'fdatasync']` with
 * `error=EIO`, as strace(1) has it. With a path only those on that file.
 */
export async function failCalls(server: TestServer, calls: readonly string[], what: string, path?: string) {
  const names = calls.join(',');
  let failed = 0;
  const tracer = await attach(
    [
      '-f',
      '-p',
      String(server.pid),
      '-e',
      `trace=${names}`,
      '-e',
      `inject=${names}:${what}`,
      ...(path === undefined ? [] : ['-P', path]),
    ],
    (line) => {
      if (line.includes('(INJECTED)')) failed += 1;
    },
  );
  return {
    /** How often a call failed up to now. */
    failed: () => failed,
    end: tracer.detach,
  };
}
