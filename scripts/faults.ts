/**
 * The long form of the tests with random faults: `npm run faults -- transfer [--count 1000] [--seed <number>]`.
 * The seed is printed; the same seed makes the same faults.
 */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { Problem, run } from './terminal.mjs';

const tests: Record<string, string> = { transfer: 'tests/api/transfer-faults.test.ts' };

await run(async () => {
  const { values, positionals } = parseArgs({
    options: { count: { type: 'string', default: '1000' }, seed: { type: 'string' } },
    allowPositionals: true,
  });
  const [name = ''] = positionals;
  const test = tests[name];
  if (test === undefined) throw new Problem(`Say which faults: ${Object.keys(tests).join(', ')}.`);
  const env = {
    ...process.env,
    KEEPSAKE_FAULT_UPLOADS: values.count,
    ...(values.seed === undefined ? {} : { KEEPSAKE_FAULT_SEED: values.seed }),
  };
  const command = ['scripts/test.ts', '--only', 'api-sqlite', test];
  return spawnSync('node_modules/.bin/node', command, { stdio: 'inherit', env }).status ?? 1;
});
