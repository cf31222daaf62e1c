import { AsyncLocalStorage } from 'node:async_hooks';

/** Remembers what failed in the database for callers whose library hides it. */
export function createFailures() {
  const current = new AsyncLocalStorage<{ first: unknown }>();
  return {
    note(error: unknown): void {
      const seen = current.getStore();
      if (seen !== undefined) seen.first ??= error;
    },
    /** Does the work and tells, beside what it returned, the first error of the database that it met. */
    async watch<Result>(work: () => Promise<Result>): Promise<{ result: Result; failure: unknown }> {
      const seen = { first: undefined as unknown };
      const result = await current.run(seen, work);
      return { result, failure: seen.first };
    },
  };
}
