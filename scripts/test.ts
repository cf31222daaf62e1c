/**
 * Runs the tests, all or those of `--only <project>` (may be repeated) whose file names have a part in them. Only what
 * these files need is installed and started. The last line is `N passed, N failed`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projects } from '#tests/projects.ts';
import type { Results } from '#tests/support/fixtures/count-results.ts';
import { endLeftovers } from './end-leftovers.ts';
import { providePrograms } from './provide-programs.ts';
import { programsFor, projectsWith } from './select-tests.ts';
import { Problem, run } from './terminal.mjs';

const projectNames = projects.map(({ name }) => name);

await run(main);

async function main(): Promise<number> {
  const { only, rest } = readArguments();
  const chosen = projectsWith(only.length > 0 ? only : projectNames, rest);
  if (chosen.length === 0)
    throw new Problem(`No test file has ${rest.map((part) => `"${part}"`).join(' or ')} in its name.`);
  const wanted = chosen.map(({ name }) => name);
  await providePrograms(...programsFor(chosen, rest));

  // Everything the tests leave on the disk is in here. PostgreSQL's user has to pass through it.
  const folder = mkdtempSync(join(tmpdir(), 'keepsake-tests-'));
  chmodSync(folder, 0o711);
  const resultsFile = join(folder, 'results.json');
  try {
    const exitCode = await runVitest(folder, resultsFile, [...wanted.flatMap((name) => ['--project', name]), ...rest]);
    const troubles = await endLeftovers(folder);
    return report(resultsFile, exitCode, troubles, wanted);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readArguments(): { only: string[]; rest: string[] } {
  const { values, positionals } = parseArgs({
    options: { only: { type: 'string', multiple: true, default: [] } },
    allowPositionals: true,
  });
  const unknown = values.only.find((name) => !projectNames.includes(name));
  if (unknown !== undefined) throw new Problem(`There is no "${unknown}": --only takes ${projectNames.join(', ')}.`);
  return { only: values.only, rest: positionals };
}

async function runVitest(folder: string, resultsFile: string, args: string[]): Promise<number> {
  const command = ['node_modules/vitest/vitest.mjs', 'run', '--allowOnly=false', ...args];
  const env = {
    ...process.env,
    // Bodies of megabytes cost few page faults in larger pages.
    GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
    TMPDIR: folder,
    KEEPSAKE_TEST_RUN: folder,
    KEEPSAKE_TEST_RESULTS: resultsFile,
  };
  const vitest = spawn('node_modules/.bin/node', command, { stdio: ['ignore', 'inherit', 'inherit'], env });
  // Ctrl-C reaches Vitest by itself; here it must not end the tidying up.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => vitest.kill('SIGTERM'));
  const [exitCode] = (await once(vitest, 'exit')) as [number | null];
  return exitCode ?? 1;
}

/** Prints what each project did and the last line. Returns the exit code. */
function report(resultsFile: string, exitCode: number, troubles: string[], expected: string[]): number {
  const results: Results = existsSync(resultsFile)
    ? (JSON.parse(readFileSync(resultsFile, 'utf8')) as Results)
    : { projects: {}, unhandledErrors: 0 };
  let passed = 0;
  let failed = 0;
  for (const [name, count] of Object.entries(results.projects)) {
    console.log(`${name}: ${count.passed} passed, ${count.failed} failed`);
    passed += count.passed;
    failed += count.failed;
  }
  const silent = expected.filter((name) => results.projects[name] === undefined);
  const complaints = [...troubles, ...silent.map((name) => `${name}: no test ran`)];
  if (results.unhandledErrors > 0) complaints.push(`${results.unhandledErrors} errors happened outside of any test`);
  if (passed + failed === 0 && complaints.length === 0) complaints.push('no test ran');
  if (exitCode !== 0 && failed + complaints.length === 0) complaints.push(`Vitest ended with exit code ${exitCode}`);
  for (const complaint of complaints) console.log(`failed: ${complaint}`);
  failed += complaints.length;
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}
