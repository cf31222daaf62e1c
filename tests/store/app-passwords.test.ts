import { describe, expect, test } from 'vitest';
import { createAppPasswords } from '#server/accounts/app-passwords.ts';
import { createLastSeen } from '#server/accounts/sessions/last-seen.ts';
import { hashOfToken } from '#server/accounts/tokens.ts';
import { allowWrites, refuseWrites } from '#server/database/writing.ts';
import { bothEngines } from './both-engines.ts';

const tables = ['app_passwords'];
const row = {
  id: 'one',
  account: 'ada',
  name: 'Backup',
  token_hash: hashOfToken('keep_it'),
  created_at: 0,
  last_used_at: null,
  expires_at: null,
  access: 'write',
  entry_id: null,
} as const;

describe.each(bothEngines)('on $engine', ({ open }) => {
  test('a program comes in while the database takes no writes, and its use is noted later', async () => {
    const { db } = await open();
    const problems: string[] = [];
    const lastSeen = createLastSeen({ db, now: () => 100_000, report: (problem) => void problems.push(problem) });
    const appPasswords = createAppPasswords({
      db,
      now: () => 100_000,
      onRevoke: () => {},
      onUse: lastSeen.noteProgram,
    });
    await db.insertInto('app_passwords').values(row).execute();
    await db.transaction().execute((trx) => refuseWrites(trx, tables));
    expect(await appPasswords.open('keep_it')).toMatchObject({ kind: 'program', account: 'ada' });
    await lastSeen.close();
    expect(problems).toEqual(['Could not note who was here']);
    await db.transaction().execute((trx) => allowWrites(trx, tables));
    await appPasswords.open('keep_it');
    await lastSeen.close();
    expect(await db.selectFrom('app_passwords').select('last_used_at').execute()).toEqual([{ last_used_at: 100_000 }]);
  });
});
