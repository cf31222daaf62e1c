/**
 * Checks everything that needs no server: format, lint, sizes, types, dead code, imports between rooms, documents, unit tests.
 * All checks run, side by side, also when one fails. `--skip <name>` leaves one out and may be repeated.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { runQuietly } from './terminal.mjs';

type Check = { name: string; command: string[] };

/** The others of tests/project/ need programs of the system, or run the linter once more. */
const ofProject = ['architecture', 'documents', 'asvs'].map((name) => `tests/project/${name}.test.ts`);

const checks: Check[] = [
  { name: 'format', command: ['biome', 'check', '--reporter=summary'] },
  { name: 'lint', command: ['oxlint'] },
  { name: 'types', command: ['tsc', '-b'] },
  { name: 'dead code', command: ['knip', '--no-progress'] },
  { name: 'unit tests', command: ['vitest', 'run', '--project', 'unit', '--allowOnly=false'] },
  { name: 'rooms and documents', command: ['vitest', 'run', '--project', 'walls', ...ofProject] },
];
/** Files are about 100 lines long; above this the check warns, above 400 the linter refuses. */
const longLines = 250;

const { values } = parseArgs({ options: { skip: { type: 'string', multiple: true, default: [] } } });
const chosen = checks.filter(({ name }) => !values.skip.includes(name));
const passed = await Promise.all(chosen.map(passes));
const failed = chosen.filter((_, at) => !passed[at]);
warnOfLongFiles();
if (failed.length > 0) {
  console.log(`Failed: ${failed.map(({ name }) => name).join(', ')}.`);
  process.exitCode = 1;
}

async function passes({ name, command: [program = '', ...args] }: Check): Promise<boolean> {
  const start = performance.now();
  const { code, output } = await runQuietly(program, args);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  if (code !== 0) console.log(output.trimEnd());
  console.log(`${name}: ${code === 0 ? 'ok' : 'failed'} (${seconds} s)`);
  return code === 0;
}

function warnOfLongFiles(): void {
  const listed = spawnSync('git', ['ls-files', '--', '*.ts', '*.tsx', '*.mjs'], { encoding: 'utf8' }).stdout;
  for (const file of listed.split('\n').filter((name) => name !== '' && existsSync(name))) {
    const lines = readFileSync(file, 'utf8').split('\n').length - 1;
    if (lines > longLines) console.log(`warning: ${file} has ${lines} lines; files hold about 100.`);
  }
}
