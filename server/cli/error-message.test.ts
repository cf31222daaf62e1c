import { expect, test } from 'vitest';
import { LockHeld } from '#server/database/sqlite/folder-lock.ts';
import { describeStartupError } from '#server/installation/startup-error.ts';
import { errorMessage } from './error-message.ts';

const systemError = (code: string) => Object.assign(new Error(`${code}: it failed, open 'x'`), { code });

test('a full disk and too many open files end commands and starts with a sentence, not with a stack', () => {
  for (const code of ['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE'])
    for (const message of [errorMessage(systemError(code)), describeStartupError(systemError(code))])
      expect(message).toMatch(/^(The (target )?disk is full|Too many files are open).*$/);
  expect(errorMessage(systemError('53100'))).toMatch(/^The disk of the database is full/);
});

test('a database that refuses the commands is said to be what refuses, with what to change', () => {
  expect(errorMessage(Object.assign(new Error('password authentication failed'), { code: '28P01' }))).toBe(
    'The database cannot be used (password authentication failed): correct DATABASE_URL and KEEPSAKE_DATA, or restore it from a backup.',
  );
  const migrated = Object.assign(new Error('This installation was migrated'), { code: '25006' });
  expect(errorMessage(migrated)).toMatch(/^This installation was migrated: .* new place\.$/);
  expect(errorMessage(systemError('ECONNREFUSED'))).toMatch(/^The database cannot be reached \(.*\): start it, or /);
});

test('so does a database that others hold', () => {
  for (const error of [systemError('55P03'), new LockHeld('The lock is held')])
    expect(errorMessage(error)).toMatch(/^The database is held by others/);
});
