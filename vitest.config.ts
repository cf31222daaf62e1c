import { defineConfig } from 'vitest/config';
import { countResults } from './tests/support/count-results.ts';

/** Starting the server and its database counts as part of a test. */
const apiTimeoutMs = 30_000;
const e2eTimeoutMs = 90_000;

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
      apiProject('sqlite', 3),
      apiProject('postgres', 4),
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          setupFiles: ['./tests/support/set-up-file.ts'],
          provide: { database: 'sqlite' },
          fileParallelism: false,
          testTimeout: e2eTimeoutMs,
          hookTimeout: e2eTimeoutMs,
          sequence: { groupOrder: 5 },
        },
      },
    ],
  },
});

/** The black-box tests of the endpoints; the same files run once on each database. */
function apiProject(database: 'sqlite' | 'postgres', groupOrder: number) {
  return {
    test: {
      name: `api-${database}`,
      include: ['tests/api/**/*.test.ts'],
      setupFiles: ['./tests/support/set-up-file.ts'],
      ...(database === 'postgres' ? { globalSetup: ['./tests/support/postgres.ts'] } : {}),
      provide: { database },
      maxWorkers: 2,
      testTimeout: apiTimeoutMs,
      hookTimeout: apiTimeoutMs,
      sequence: { groupOrder },
    },
  };
}
