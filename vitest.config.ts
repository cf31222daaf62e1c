import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { projects, type TestProject } from '#tests/projects.ts';
import { countResults } from '#tests/support/fixtures/count-results.ts';
import { testMs, waitMs } from '#tests/support/fixtures/patience.ts';

/** While one file waits for its server, others compute. More of them than this take each other's caches. */
const maxWorkers = 2 * availableParallelism();

export default defineConfig({
  test: {
    reporters: ['default', countResults()],
    restoreMocks: true,
    unstubGlobals: true,
    maxWorkers,
    projects: projects.map((project) => ({ test: settingsOf(project) })),
  },
});

function settingsOf({ name, include, engines }: TestProject) {
  return {
    name,
    include,
    setupFiles: ['#tests/support/fixtures/set-up-file.ts'],
    globalSetup: [
      ...(engines?.database === 'postgres' ? ['#tests/support/engines/postgres.ts'] : []),
      ...(engines?.storage === 's3' ? ['#tests/support/engines/s3.ts'] : []),
    ],
    provide: engines ?? {},
    maxWorkers,
    /** The files of a worker share its modules, and with them its server and its browser. */
    isolate: false,
    testTimeout: testMs,
    hookTimeout: testMs,
    expect: { poll: { timeout: waitMs } },
  };
}
