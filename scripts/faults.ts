/**
 * The long forms of the tests with faults: `npm run faults -- <name> [--seed <number>] [--<option> <number>]`, or `all` of
 * them. The short forms run with all other tests. The seed is printed; the same seed makes the same faults.
 */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { Problem, run } from './terminal.mjs';

type Fault = {
  /** One project, or one for each database: then `--database sqlite` or `postgres` takes one of them. */
  project: string | Record<string, string>;
  test: string;
  /** What the long form does, by option; the test hears of each as KEEPSAKE_FAULT_<OPTION>. */
  long: Record<string, number>;
};

const eachDatabase = { sqlite: 'api-sqlite', postgres: 'api-postgres' };

const faults: Record<string, Fault> = {
  transfer: { project: 'api-sqlite', test: 'tests/api/uploads/transfer-faults.test.ts', long: { count: 1000 } },
  downloads: { project: 'faults', test: 'tests/faults/downloads.test.ts', long: { breaks: 100 } },
  cli: { project: 'api-sqlite', test: 'tests/server/command-line.test.ts', long: { files: 1000 } },
  // 0 injections: at every call of every kind of operation.
  kill: {
    project: 'faults',
    test: 'tests/faults/kill',
    long: { operations: 2000, kills: 200, injections: 0, things: 10_000 },
  },
  placing: { project: 'faults', test: 'tests/faults/kill-placing.test.ts', long: { things: 10_000, kills: 20 } },
  power: { project: 'faults', test: 'tests/faults/power', long: { cuts: 500, starts: 40 } },
  io: { project: 'faults', test: 'tests/faults/io', long: { injections: 0 } },
  rot: { project: 'faults', test: 'tests/faults/rot.test.ts', long: { count: 200 } },
  trouble: { project: 'faults', test: 'tests/faults/trouble', long: { restarts: 20 } },
  // Minutes of all abuses together; `npm run faults -- soak --minutes 30` before a release.
  soak: { project: 'faults', test: 'tests/faults/soak', long: { minutes: 10 } },
  // Every hostile file, at all addresses of it.
  hostile: { project: 'e2e', test: 'tests/security/hostile', long: { addresses: 12, share: 1 } },
  migrate: { project: 'api-cluster', test: 'tests/cluster/migrate.test.ts', long: { files: 5000, kills: 10 } },
  cluster: {
    project: 'api-cluster',
    test: 'tests/cluster/chaos.test.ts',
    long: { operations: 500, uploads: 50, freeze: 30, outage: 20 },
  },
  backup: { project: eachDatabase, test: 'tests/operator/backup-faults.test.ts', long: { rounds: 20 } },
  model: {
    project: { sqlite: 'api-sqlite', postgres: 'api-cluster' },
    test: 'tests/api/process/model-faults.test.ts',
    long: { steps: 100_000 },
  },
};

await run(async () => {
  const [name = '', ...args] = process.argv.slice(2);
  if (name === 'all') return Math.max(...Object.values(faults).map((fault) => runLong(fault, [])));
  const fault = faults[name];
  if (fault === undefined) throw new Problem(`Say which faults: all, ${Object.keys(faults).join(', ')}.`);
  return runLong(fault, args);
});

/** Returns the exit code. */
function runLong(fault: Fault, args: string[]): number {
  const { database, ...numbers } = given(fault, args);
  const env = { ...process.env };
  for (const [option, value] of Object.entries({ ...fault.long, ...numbers })) {
    env[`KEEPSAKE_FAULT_${option.toUpperCase()}`] = String(value);
  }
  const only = projectsOf(fault, database).flatMap((project) => ['--only', project]);
  const command = ['scripts/test.ts', ...only, fault.test];
  return spawnSync('node_modules/.bin/node', command, { stdio: 'inherit', env }).status ?? 1;
}

function projectsOf({ project }: Fault, database: string | undefined): string[] {
  if (typeof project === 'string') return [project];
  if (database === undefined) return Object.values(project);
  const chosen = project[database];
  if (chosen === undefined) throw new Problem(`--database takes ${Object.keys(project).join(' or ')}.`);
  return [chosen];
}

function given({ project, long }: Fault, args: string[]): Record<string, string | undefined> {
  const names = [...Object.keys(long), 'seed'];
  const words = typeof project === 'string' ? [] : ['database'];
  try {
    const options = Object.fromEntries([...names, ...words].map((option) => [option, { type: 'string' } as const]));
    return parseArgs({ args, options }).values;
  } catch {
    const taken = [...names.map((option) => `--${option} <number>`), ...words.map((word) => `--${word} <name>`)];
    throw new Problem(`These faults take ${taken.join(', ')}.`);
  }
}
