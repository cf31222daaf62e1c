import { startProcess } from './server-process.ts';

/**
 * Runs the server with exactly this environment until it ends by itself, as it does when a setting cannot be used.
 * `output` is everything it printed.
 */
export async function runServer(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const lines: string[] = [];
  const { exited } = startProcess(env, [], { onLine: (line) => lines.push(line), onTrouble: () => {} });
  const [code] = await exited;
  return { code, output: lines.join('\n') };
}
