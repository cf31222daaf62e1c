import { waitMs } from '../fixtures/patience.ts';
import { startProcess } from './server-process.ts';

/**
 * Runs the server with exactly this environment until it ends by itself, as it does when a setting cannot be used.
 * Or, with `killAfterMs`, until it is killed. `output` is everything it printed; `code` is null when it had to be killed.
 */
export async function runServer(
  env: Record<string, string>,
  { killAfterMs = waitMs }: { killAfterMs?: number } = {},
): Promise<{ code: number | null; output: string }> {
  const lines: string[] = [];
  const server = startProcess(env, [], { onLine: (line) => lines.push(line), onTrouble: () => {} });
  const tooLong = setTimeout(() => server.kill('SIGKILL'), killAfterMs);
  const [code] = await server.exited;
  clearTimeout(tooLong);
  return { code, output: lines.join('\n') };
}
