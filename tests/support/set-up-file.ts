/** Runs in every test file before its tests: an unexpected console.error fails the test, and all things are ended. */
import { format } from 'node:util';
import { afterAll, afterEach } from 'vitest';
import { consoleErrors } from './console-errors.ts';
import { afterEachCheck, endFile, runChecks } from './file-end.ts';
import { testMs } from './patience.ts';

const print = console.error;
console.error = (...values: unknown[]) => {
  consoleErrors.add(format(...values));
  print(...values);
};
afterEachCheck(consoleErrors.take);

afterEach(runChecks);
/** Many servers and databases may have to end. */
afterAll(endFile, testMs);
