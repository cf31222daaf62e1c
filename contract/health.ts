/** What `GET /readyz` finds wrong. The code is stable, the sentence may be reworded. */
export const healthProblems = {
  starting: 'The server is starting.',
  stopping: 'The server is stopping.',
  'database-unreachable': 'The database does not answer.',
  'database-locked': 'Another program holds the database.',
  'database-full': 'The database has no room left.',
  'database-read-only': 'The database takes no writes.',
  'database-failing': 'The disk of the database fails.',
  'disk-full': 'The disk of the files is full.',
  'disk-read-only': 'The disk of the files takes no writes.',
  'disk-failing': 'The disk of the files fails.',
  'files-unreachable': 'The storage of the files does not answer.',
} as const;

/** What is wrong while everything goes on. */
export const healthWarnings = {
  'files-damaged': 'Some files were found damaged.',
} as const;

export type HealthProblem = keyof typeof healthProblems;
export type HealthWarning = keyof typeof healthWarnings;

/** The answer of `GET /readyz`: 200 when the status is `ok`, else 503. */
export type Health = {
  status: 'ok' | 'failing';
  problems?: { code: HealthProblem; message: string }[];
  warnings?: { code: HealthWarning; message: string }[];
};

export function healthOf(problems: readonly HealthProblem[], warnings: readonly HealthWarning[] = []): Health {
  return {
    status: problems.length === 0 ? 'ok' : 'failing',
    ...(problems.length > 0 && { problems: problems.map((code) => ({ code, message: healthProblems[code] })) }),
    ...(warnings.length > 0 && { warnings: warnings.map((code) => ({ code, message: healthWarnings[code] })) }),
  };
}
