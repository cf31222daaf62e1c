import { type LevelWithSilent, type Logger, levels, pino } from 'pino';
import { databaseProblem } from '#server/database/problems.ts';
import { createLogOutput } from './log-output.ts';
import type { RequestContext } from './request-ids.ts';

/** How many nested causes a line holds. */
const maxCauses = 5;

type Deps = {
  level: LevelWithSilent;
  requests: RequestContext;
  /** Called with the level of each line. */
  onLine: (level: string) => void;
};

/**
 * A log of one JSON object per line on standard output, which does nothing to a terminal whatever names are in it. The lines
 * of a request carry its id.
 */
export function createLog({ level, requests, onLine }: Deps): Logger {
  return pino(
    {
      level,
      mixin(_line, lineLevel) {
        onLine(levels.labels[lineLevel] ?? 'other');
        return { ...requests.getStore() };
      },
      serializers: { err: (error: unknown) => errorFields(error, maxCauses) },
    },
    createLogOutput(),
  );
}

/** Only what describes the error itself: libraries attach requests, statements and settings with passwords to theirs. */
function errorFields(error: unknown, causes: number): object {
  if (!(error instanceof Error)) return { type: typeof error, message: typeof error === 'string' ? error : undefined };
  const { name, message, stack, cause } = error;
  const code = 'code' in error ? { code: error.code } : {};
  // Every write of a server whose installation was migrated fails in the same place.
  const trace = databaseProblem(error) === 'migrated' ? {} : { stack };
  const deeper = cause === undefined || causes === 0 ? {} : { cause: errorFields(cause, causes - 1) };
  return { type: name, message, ...code, ...trace, ...deeper };
}
