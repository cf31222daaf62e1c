import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/** The outcome of a run: passed and failed tests by project, and errors outside of any test. */
export type Results = { projects: Record<string, { passed: number; failed: number }>; unhandledErrors: number };

/**
 * A reporter that writes the Results as JSON to the file that KEEPSAKE_TEST_RESULTS names, for scripts/test.ts.
 * What did not pass has failed: skipped tests, and files or suites that broke outside of a test.
 */
export function countResults(): Reporter {
  return {
    onTestRunEnd(modules, unhandledErrors) {
      const file = process.env.KEEPSAKE_TEST_RESULTS;
      if (file === undefined) return;
      const results: Results = { projects: {}, unhandledErrors: unhandledErrors.length };
      for (const module of modules) {
        const count = (results.projects[module.project.name] ??= { passed: 0, failed: 0 });
        const { passed, failed } = countModule(module);
        count.passed += passed;
        count.failed += failed;
      }
      writeFileSync(file, JSON.stringify(results));
    },
  };
}

function countModule(module: TestModule) {
  let passed = 0;
  let failed = module.errors().length;
  for (const test of module.children.allTests()) {
    if (test.result().state === 'passed') passed += 1;
    else failed += 1;
  }
  for (const suite of module.children.allSuites()) failed += suite.errors().length;
  return { passed, failed };
}
