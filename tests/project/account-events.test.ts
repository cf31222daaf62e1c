/** What happened with an account is added and counted: nobody changes it, and only age removes it, or the end of the account (jobs/closed-accounts.ts). */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFolder } from '#tests/support/fixtures/project-copy.ts';

const sources = globSync('server/**/*.ts', { cwd: projectFolder, exclude: (path) => path.endsWith('.test.ts') });
const recording = 'server/accounts/events/record-account-event.ts';

test.each([
  ['added to', /insertInto\('account_events'\)|insert into account_events/, [recording]],
  ['counted', /updateTable\('account_events'\)\s*\.set\(\{ times: sql<number>`times \+ 1` \}\)/, [recording]],
  [
    'changed in another way',
    /updateTable\('account_events'\)(?!\s*\.set\(\{ times: sql<number>`times \+ 1` \}\))|update account_events/,
    [],
  ],
  [
    'removed from',
    /deleteFrom\('account_events'\)|delete from account_events/,
    ['server/accounts/events/account-events.ts'],
  ],
])('account events are %s nowhere else', (_what, statement, places) => {
  const found = sources.filter((file) => statement.test(readFileSync(join(projectFolder, file), 'utf8')));
  expect(found.toSorted()).toEqual(places);
});
