/** What has to be ended or checked when a test file is through. */
type Ending = () => Promise<void> | void;
type Check = () => string[];

const endings: Ending[] = [];
const checks: Check[] = [];

/** Calls `ending` after the last test of the file, also when tests failed; the last one given is called first. */
export function atEndOfFile(ending: Ending): void {
  endings.push(ending);
}

/** Asks `check` after each test and at the end of the file for complaints that nobody expected; each fails the test. */
export function afterEachCheck(check: Check): void {
  checks.push(check);
}

/** Throws when a check has something to complain about. */
export function runChecks(): void {
  const complaints = checks.flatMap((check) => check());
  if (complaints.length > 0) throw new Error(complaints.join('\n'));
}

/** Runs all endings, whatever each of them throws, then the checks. */
export async function endFile(): Promise<void> {
  const errors: unknown[] = [];
  for (let ending = endings.pop(); ending !== undefined; ending = endings.pop()) {
    try {
      await ending();
    } catch (error) {
      errors.push(error);
    }
  }
  try {
    runChecks();
  } catch (error) {
    errors.push(error);
  }
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1) throw new AggregateError(errors, errors.map(String).join('\n'));
}
