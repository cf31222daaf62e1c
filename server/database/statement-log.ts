import type { LogEvent } from 'kysely';
import { databaseProblem } from './problems.ts';

/** Told each statement: its kind, how long it took, and the problem behind it when it failed. */
export type OnStatement = (kind: string, seconds: number, problem: string | undefined) => void;

const kinds: Record<string, string> = {
  SelectQueryNode: 'select',
  InsertQueryNode: 'insert',
  UpdateQueryNode: 'update',
  DeleteQueryNode: 'delete',
};

/** The statements of a database for who counts them. */
export function logTo(onStatement: OnStatement): (event: LogEvent) => void {
  return (event) => {
    const kind = kinds[event.query.query.kind] ?? 'other';
    const problem = event.level === 'error' ? (databaseProblem(event.error) ?? 'other') : undefined;
    onStatement(kind, event.queryDurationMillis / 1000, problem);
  };
}
