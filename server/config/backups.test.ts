import { expect, test } from 'vitest';
import { readBackups } from './backups.ts';

test('the settings are an absolute path and a time', () => {
  const read = (settings: Record<string, string>) => readBackups((name) => settings[name]);
  expect(read({})).toBeUndefined();
  expect(read({ BACKUP_FOLDER: '/backup/' })).toEqual({ folder: '/backup', at: '03:30' });
  expect(read({ BACKUP_FOLDER: '/backup', BACKUP_AT: '23:05' })).toEqual({ folder: '/backup', at: '23:05' });
  expect(() => read({ BACKUP_FOLDER: 'backup' })).toThrow('absolute path');
  for (const at of ['24:00', '3:30', '03:60', 'night'])
    expect(() => read({ BACKUP_FOLDER: '/backup', BACKUP_AT: at })).toThrow('BACKUP_AT');
});
