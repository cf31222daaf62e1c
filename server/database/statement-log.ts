import type { LogEvent } from 'kysely';
import { databaseProblem } from './problems.ts';
import { isUniqueViolation } from './unique-constraints.ts';

/** Called after each statement with its kind, its duration and, when it failed, the problem behind it. */
export type OnStatement = (kind: string, seconds: number, problem: string | undefined) => void;

const kinds: Record<string, string> = {
  SelectQueryNode: 'select',
  InsertQueryNode: 'insert',
  UpdateQueryNode: 'update',
  DeleteQueryNode: 'delete',
};

/** Reports the statements of a database to a counter. */
export function logTo(onStatement: OnStatement): (event: LogEvent) => void {
  return (event) => {
    const kind = kinds[event.query.query.kind] ?? 'other';
    const problem = event.level === 'error' ? problemOf(event.error) : undefined;
    onStatement(kind, event.queryDurationMillis / 1000, problem);
  };
}

function problemOf(error: unknown): string {
  return databaseProblem(error) ?? (isUniqueViolation(error) ? 'conflict' : 'other');
}
