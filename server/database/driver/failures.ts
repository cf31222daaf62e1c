import { AsyncLocalStorage } from 'node:async_hooks';

/** Collects the errors of the database for callers whose library hides them. */
export function createFailures() {
  const current = new AsyncLocalStorage<unknown[]>();
  return {
    note(error: unknown): void {
      current.getStore()?.push(error);
    },
    /** Does the work and returns, beside its result, the errors of the database that it met, in their order. */
    async watch<Result>(work: () => Promise<Result>): Promise<{ result: Result; failures: unknown[] }> {
      const failures: unknown[] = [];
      const result = await current.run(failures, work);
      return { result, failures };
    },
  };
}
