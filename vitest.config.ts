import { defineConfig } from 'vitest/config';
import { countResults } from '#tests/support/fixtures/count-results.ts';
import { testMs, waitMs } from '#tests/support/fixtures/patience.ts';

/** What all projects have. */
const common = {
  setupFiles: ['#tests/support/fixtures/set-up-file.ts'],
  testTimeout: testMs,
  hookTimeout: testMs,
  expect: { poll: { timeout: waitMs } },
};

const apiTests = ['tests/api/**/*.test.ts'];
/** What is about a data folder with the files in it: what an operator does to it, what a start finds wrong there, its disk. */
const aboutDataFolders = [
  ...[
    'backup',
    'backup-faults',
    'doctor',
    'export',
    'older-versions',
    'operator-errors',
    'restore',
    'start-errors',
  ].map((name) => `tests/api/operator/${name}.test.ts`),
  ...['disk-full', 'health-on-disk'].map((name) => `tests/api/process/${name}.test.ts`),
];

/** Projects run one after the other in the order of their groups, so that two cores are enough. */
export default defineConfig({
  test: {
    reporters: ['default', countResults()],
    restoreMocks: true,
    unstubGlobals: true,
    projects: [
      {
        test: {
          ...common,
          name: 'unit',
          include: ['{contract,client,server,web,scripts,tests/support,tests/drive}/**/*.test.ts'],
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...common,
          name: 'walls',
          include: ['tests/project/**/*.test.ts'],
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
          ...common,
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          provide: { database: 'sqlite', storage: 'disk' },
          fileParallelism: false,
          sequence: { groupOrder: 6 },
        },
      },
      {
        test: {
          ...common,
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          provide: { database: 'sqlite', storage: 'disk' },
          fileParallelism: false,
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
      ...common,
      name,
      include,
      exclude: storage === 's3' ? aboutDataFolders : [],
      globalSetup: [
        ...(database === 'postgres' ? ['#tests/support/engines/postgres.ts'] : []),
        ...(storage === 's3' ? ['#tests/support/engines/s3.ts'] : []),
      ],
      provide: { database, storage },
      maxWorkers: 2,
      sequence: { groupOrder },
    },
  };
}
