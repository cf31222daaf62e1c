import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Which database the servers of this project use. */
    database: 'sqlite' | 'postgres';
    /** The maintenance database of the project's PostgreSQL. */
    postgresUrl: string;
  }
}

/** Vitest calls this once before the project's tests, and what it returns once after them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, close } = await startPostgres({ syncs: false });
  project.provide('postgresUrl', url);
  return close;
}
