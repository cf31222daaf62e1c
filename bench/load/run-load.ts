import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Job, Result } from './generator.ts';

const run = promisify(execFile);
const generator = fileURLToPath(new URL('generator.ts', import.meta.url));
const maxOutputBytes = 64 * 1024 ** 2;

/** Runs a load. Throws if a request failed: an incomplete load measures nothing. */
export async function runLoad(job: Job): Promise<Result> {
  const { stdout } = await run(process.execPath, [generator, JSON.stringify(job)], { maxBuffer: maxOutputBytes });
  const result = JSON.parse(stdout) as Result;
  if (result.failed > 0)
    throw new Error(`${result.failed} of ${job.count} requests failed, first: ${result.firstFailure}`);
  return result;
}
