import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Figure, milliseconds } from '../support/figures.ts';
import { newFolder } from '../support/server-process.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

/** `npm start` in a fresh clone with an empty npm cache, and once more. Needs the network. */
export async function measureColdStart(): Promise<Figure[]> {
  const folder = await newFolder();
  const clone = `${folder.path}/keepsake`;
  try {
    await run('git', ['clone', '--quiet', root, clone]);
    const cold = await start(clone, `${folder.path}/cache`);
    const { stdout } = await run('du', ['-sm', `${clone}/node_modules`]);
    const second = await start(clone, `${folder.path}/cache`);
    return [
      { what: 'npm start in a fresh clone, empty npm cache, until it is ready', value: milliseconds(cold) },
      { what: 'installed size', value: `${stdout.split('\t')[0]} MiB` },
      { what: 'npm start again, until it is ready', value: milliseconds(second) },
    ];
  } finally {
    await folder.remove();
  }
}

async function start(clone: string, cache: string): Promise<number> {
  const env = {
    ...process.env,
    PORT: '0',
    npm_config_cache: cache,
    PATH: (process.env.PATH ?? '').replaceAll(`${root}node_modules/.bin:`, ''),
  };
  const began = performance.now();
  const child = spawn('npm', ['start'], { cwd: clone, env, stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) if (line.includes('Keepsake is at')) break;
  const took = performance.now() - began;
  // npm does not forward signals reliably, so the signal goes to the whole group.
  process.kill(-(child.pid ?? 0), 'SIGTERM');
  await once(child, 'exit');
  return took;
}
