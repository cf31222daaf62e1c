/**
 * The projects of the tests. The folder of a test file says what it touches, and so on which engines it runs:
 * `tests/api` touches database and files, `tests/operator` a data folder and its database, `tests/server` neither.
 */

export type TestProject = {
  name: string;
  include: string[];
  /** What its servers use; none where no server runs. */
  engines?: { database: 'sqlite' | 'postgres'; storage: 'disk' | 's3' };
};

const onMachine = { database: 'sqlite', storage: 'disk' } as const;

export const projects: TestProject[] = [
  { name: 'unit', include: ['{contract,client,server,web,scripts,tests/support,tests/drive}/**/*.test.ts'] },
  { name: 'walls', include: ['tests/project/**/*.test.ts'] },
  { name: 'api-sqlite', include: ['tests/{api,operator,server}/**/*.test.ts'], engines: onMachine },
  {
    name: 'api-postgres',
    include: ['tests/operator/**/*.test.ts'],
    engines: { database: 'postgres', storage: 'disk' },
  },
  {
    name: 'api-cluster',
    include: ['tests/{api,store,cluster}/**/*.test.ts'],
    engines: { database: 'postgres', storage: 's3' },
  },
  { name: 'e2e', include: ['tests/{e2e,security/hostile}/**/*.test.ts'], engines: onMachine },
  { name: 'faults', include: ['tests/faults/**/*.test.ts'], engines: onMachine },
];
