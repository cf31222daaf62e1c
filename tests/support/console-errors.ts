import { createExpectations } from './expected.ts';

/** What was written with console.error in this test file; `consoleErrors.expect(/…/)` allows it. */
export const consoleErrors = createExpectations('console.error');
