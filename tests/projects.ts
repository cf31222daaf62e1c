/**
 * The projects of the tests. The folder of a test file says what it touches, and so on which engines it runs:
 * `tests/api` touches database and files, `tests/operator` a data folder and its database, `tests/server` neither.
 * `tests/drive` opens the drive without a server, `tests/processes` what runs in threads and processes of its own.
 * `tests/security` asks every route what it tells and does for whom; the answers do not depend on the engine.
 */

export type TestProject = {
  name: string;
  include: string[];
  /** What its servers use; none where no server runs. */
  engines?: { database: 'sqlite' | 'postgres'; storage: 'disk' | 's3' };
};

const onMachine = { database: 'sqlite', storage: 'disk' } as const;

/** It says little in seconds, so it runs only where minutes are given: `npm run faults -- soak --minutes 30`. */
const soak = process.env.KEEPSAKE_FAULT_MINUTES === undefined ? [] : ['tests/faults/soak/soak.long.ts'];

export const projects: TestProject[] = [
  { name: 'unit', include: ['{contract,client,server,web,scripts,tests/support}/**/*.test.ts'] },
  { name: 'drive', include: ['tests/drive/**/*.test.ts'] },
  { name: 'processes', include: ['tests/processes/**/*.test.ts'] },
  { name: 'walls', include: ['tests/project/**/*.test.ts'] },
  {
    name: 'api-sqlite',
    include: ['tests/{api,operator,server}/**/*.test.ts', 'tests/security/*.test.ts'],
    engines: onMachine,
  },
  {
    name: 'api-postgres',
    include: ['tests/operator/**/*.test.ts'],
    engines: { database: 'postgres', storage: 'disk' },
  },
  {
    name: 'api-cluster',
    include: ['tests/{api,store,cluster}/**/*.test.ts'],
    engines: { database: 'postgres', storage: 's3' },
  },
  { name: 'e2e', include: ['tests/{e2e,security/hostile}/**/*.test.ts'], engines: onMachine },
  { name: 'faults', include: ['tests/faults/**/*.test.ts', ...soak], engines: onMachine },
];
