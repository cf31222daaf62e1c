/** The problems that `GET /readyz` reports. The code is stable, the message may be reworded. */
export const healthProblems = {
  starting: 'The server is starting.',
  stopping: 'The server is stopping.',
  'database-unreachable': 'The database does not answer.',
  'database-locked': 'Another program has locked the database.',
  'database-full': 'The database has no space left.',
  'database-read-only': 'The database is read-only.',
  migrated: 'The installation was migrated to another place.',
  'database-failing': 'The disk of the database is failing.',
  'disk-full': 'The disk of the files is full.',
  'disk-read-only': 'The disk of the files is read-only.',
  'disk-failing': 'The disk of the files is failing.',
  'files-unreachable': 'The storage of the files does not answer.',
} as const;

/** Problems that do not interrupt service. */
export const healthWarnings = {
  'files-damaged': 'Some files are damaged.',
} as const;

export type HealthProblem = keyof typeof healthProblems;
export type HealthWarning = keyof typeof healthWarnings;

/** The response of `GET /readyz`: 200 if the status is `ok`, otherwise 503. */
export type Health = {
  status: 'ok' | 'failing';
  problems?: { code: HealthProblem; message: string }[];
  warnings?: { code: HealthWarning; message: string }[];
};

/** `place` says where the installation was migrated to, where that is the problem. */
export function healthOf(
  problems: readonly HealthProblem[],
  warnings: readonly HealthWarning[] = [],
  place?: string,
): Health {
  const messageOf = (code: HealthProblem) =>
    code === 'migrated' && place !== undefined ? `The installation was migrated to ${place}.` : healthProblems[code];
  return {
    status: problems.length === 0 ? 'ok' : 'failing',
    ...(problems.length > 0 && { problems: problems.map((code) => ({ code, message: messageOf(code) })) }),
    ...(warnings.length > 0 && { warnings: warnings.map((code) => ({ code, message: healthWarnings[code] })) }),
  };
}
