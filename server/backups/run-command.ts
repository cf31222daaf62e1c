import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { exitCodes } from '#contract/command-line.ts';

/** How a command of the operator ended, and the JSON that it printed; undefined for none, or too much. */
export type CommandEnd = { code: number | null; answer: unknown; error: string | undefined };

/** Built, all programs lie side by side. */
const built = join(import.meta.dirname, 'operate.js');
const source = join(import.meta.dirname, '../cli/main.ts');
/** Becomes the program: it computes and reads only while others leave it time, and is the first to be killed when there is no memory left. */
const politeStart = 'echo 1000 2>/dev/null >/proc/self/oom_score_adj; exec nice -n 19 "$0" "$@"';
const maxPrinted = 4 * 1024 ** 2;

/** Runs `keepsake` with the settings of this server as a process of its own, which ends when the server does. */
export async function runCommand(args: readonly string[], signal: AbortSignal): Promise<CommandEnd> {
  const program = existsSync(built) ? built : source;
  const child = spawn('/bin/sh', ['-c', politeStart, process.execPath, program, ...args, '--json'], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Ctrl-C is for the server, which ends the command itself.
    detached: true,
  });
  const kill = () => void child.kill('SIGKILL');
  signal.addEventListener('abort', kill);
  if (signal.aborted) kill();
  const answer = collect(child.stdout);
  const problem = collect(child.stderr);
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    return { code, answer: parsed(answer()), error: errorIn(problem()) ?? endOf(code) };
  } finally {
    signal.removeEventListener('abort', kill);
  }
}

function collect(stream: NodeJS.ReadableStream | null): () => string {
  let text = '';
  stream?.setEncoding('utf8').on('data', (part: string) => {
    if (text.length + part.length <= maxPrinted) text += part;
  });
  return () => text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function errorIn(text: string): string | undefined {
  const last = parsed(text.trim().split('\n').at(-1) ?? '');
  if (typeof last === 'object' && last !== null && 'error' in last) return String(last.error);
  return text.trim() === '' ? undefined : text.trim();
}

function endOf(code: number | null): string | undefined {
  if (code === exitCodes.ok || code === exitCodes.troubleFound) return undefined;
  return code === null ? 'The process was killed.' : `The process ended with ${code}.`;
}
