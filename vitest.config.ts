import { defineConfig } from 'vitest/config';
import { countResults } from './tests/support/count-results.ts';

/** Some of them hash 50 MiB, also on a machine that has other work. */
const unitTimeoutMs = 60_000;
/** Starting the server and its database counts as part of a test. */
const apiTimeoutMs = 90_000;
const e2eTimeoutMs = 180_000;
/** Each of these takes minutes at most; the long forms set their own time. */
const faultsTimeoutMs = 300_000;

const apiTests = ['tests/api/**/*.test.ts'];
/** What is about a data folder with the files in it: what an operator does to it, what a start finds wrong there, its disk. */
const aboutDataFolders = [
  'backup',
  'backup-faults',
  'disk-full',
  'doctor',
  'export',
  'health-on-disk',
  'older-versions',
  'operator-refusals',
  'restore',
  'start-refusals',
].map((name) => `tests/api/${name}.test.ts`);

/** Projects run one after the other in the order of their groups, so that two cores are enough. */
export default defineConfig({
  test: {
    reporters: ['default', countResults()],
    restoreMocks: true,
    unstubGlobals: true,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{contract,client,server,web,scripts,tests/support}/**/*.test.ts'],
          setupFiles: ['./tests/support/set-up-file.ts'],
          testTimeout: unitTimeoutMs,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'walls',
          include: ['tests/*.test.ts'],
          setupFiles: ['./tests/support/set-up-file.ts'],
          testTimeout: apiTimeoutMs,
          hookTimeout: apiTimeoutMs,
          sequence: { groupOrder: 2 },
        },
      },
      apiProject({ name: 'api-sqlite', database: 'sqlite', include: apiTests, groupOrder: 3 }),
      apiProject({ name: 'api-postgres', database: 'postgres', include: aboutDataFolders, groupOrder: 4 }),
      apiProject({
        name: 'api-cluster',
        database: 'postgres',
        include: [...apiTests, 'tests/store/**/*.test.ts', 'tests/cluster/**/*.test.ts'],
        groupOrder: 5,
      }),
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          setupFiles: ['./tests/support/set-up-file.ts'],
          provide: { database: 'sqlite', storage: 'disk' },
          fileParallelism: false,
          testTimeout: e2eTimeoutMs,
          hookTimeout: e2eTimeoutMs,
          sequence: { groupOrder: 6 },
        },
      },
      {
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          setupFiles: ['./tests/support/set-up-file.ts'],
          provide: { database: 'sqlite', storage: 'disk' },
          fileParallelism: false,
          testTimeout: faultsTimeoutMs,
          hookTimeout: faultsTimeoutMs,
          sequence: { groupOrder: 7 },
        },
      },
    ],
  },
});

type ApiProject = { name: string; database: 'sqlite' | 'postgres'; include: string[]; groupOrder: number };

/** The black-box tests of the endpoints. Those about data folders run on both databases, all others on a machine of its own and on a cluster. */
function apiProject({ name, database, include, groupOrder }: ApiProject) {
  const storage = name === 'api-cluster' ? ('s3' as const) : ('disk' as const);
  return {
    test: {
      name,
      include,
      exclude: storage === 's3' ? aboutDataFolders : [],
      setupFiles: ['./tests/support/set-up-file.ts'],
      globalSetup: [
        ...(database === 'postgres' ? ['./tests/support/postgres.ts'] : []),
        ...(storage === 's3' ? ['./tests/support/s3.ts'] : []),
      ],
      provide: { database, storage },
      maxWorkers: 2,
      testTimeout: apiTimeoutMs,
      hookTimeout: apiTimeoutMs,
      sequence: { groupOrder },
    },
  };
}
