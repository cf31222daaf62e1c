/**
 * Checks everything that needs no server: format, lint, sizes, types, dead code, unit tests. All checks run, also when
 * one fails. `--skip <name>` leaves one out and may be repeated.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

type Check = { name: string; command: string[] };

const checks: Check[] = [
  { name: 'format', command: ['biome', 'check', '--reporter=summary'] },
  { name: 'lint', command: ['oxlint'] },
  { name: 'types', command: ['tsc', '-b'] },
  { name: 'dead code', command: ['knip', '--no-progress'] },
  { name: 'unit tests', command: ['vitest', 'run', '--project', 'unit', '--allowOnly=false'] },
];
/** Files are about 100 lines long; above this the check warns, above 400 the linter refuses. */
const longLines = 250;

const { values } = parseArgs({ options: { skip: { type: 'string', multiple: true, default: [] } } });
const failed = checks.filter(({ name }) => !values.skip.includes(name)).filter((check) => !passes(check));
warnOfLongFiles();
if (failed.length > 0) {
  console.log(`Failed: ${failed.map(({ name }) => name).join(', ')}.`);
  process.exitCode = 1;
}

function passes({ name, command: [program = '', ...args] }: Check): boolean {
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  if (status !== 0) console.log(`${stdout}${stderr}`.trimEnd());
  console.log(`${name}: ${status === 0 ? 'ok' : 'failed'} (${seconds} s)`);
  return status === 0;
}

function warnOfLongFiles(): void {
  const listed = spawnSync('git', ['ls-files', '--', '*.ts', '*.tsx', '*.mjs'], { encoding: 'utf8' }).stdout;
  for (const file of listed.split('\n').filter((name) => name !== '' && existsSync(name))) {
    const lines = readFileSync(file, 'utf8').split('\n').length - 1;
    if (lines > longLines) console.log(`warning: ${file} has ${lines} lines; files hold about 100.`);
  }
}
