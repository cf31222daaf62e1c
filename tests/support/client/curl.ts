import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { waitMs } from '../fixtures/patience.ts';

/** Runs the real curl with bytes on its standard input; `status` is that of HTTP, `body` the answer. */
export async function curl(args: string[], input?: Iterable<Uint8Array>): Promise<{ status: number; body: string }> {
  const mark = '\n--- status ';
  const program = spawn('curl', [
    '--silent',
    '--show-error',
    '--max-time',
    String(waitMs / 1000),
    '--write-out',
    `${mark}%{http_code}`,
    ...args,
  ]);
  const written = (async () => {
    for (const piece of input ?? []) {
      if (!program.stdin.write(piece)) await new Promise((resolve) => program.stdin.once('drain', resolve));
    }
    program.stdin.end();
  })();
  const [output, problem] = await Promise.all([buffer(program.stdout), buffer(program.stderr), written]);
  const [body = '', status] = output.toString().split(mark);
  if (status === undefined || status === '000') throw new Error(`curl failed: ${problem.toString()}`);
  return { status: Number(status), body };
}
