/** What happened with an account is only ever added: nobody changes it, and only age and number remove it. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFolder } from '#tests/support/fixtures/project-copy.ts';

const sources = globSync('server/**/*.ts', { cwd: projectFolder, exclude: (path) => path.endsWith('.test.ts') });

test.each([
  ['added to', /insertInto\('account_events'\)/, ['server/accounts/events/record-account-event.ts']],
  ['changed', /updateTable\('account_events'\)|update account_events/, []],
  [
    'removed from',
    /deleteFrom\('account_events'\)|delete from account_events/,
    ['server/accounts/events/account-events.ts', 'server/accounts/events/record-account-event.ts'],
  ],
])('account events are %s nowhere else', (_what, statement, places) => {
  const found = sources.filter((file) => statement.test(readFileSync(join(projectFolder, file), 'utf8')));
  expect(found.toSorted()).toEqual(places);
});
