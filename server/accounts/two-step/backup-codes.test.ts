import { expect, test } from 'vitest';
import { backupCodeFrom, newBackupCodes } from './backup-codes.ts';

test('ten codes, all different, which count however they are typed', () => {
  const codes = newBackupCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) {
    expect(code).toMatch(/^[\dA-HJKMNP-TV-Z]{5}-[\dA-HJKMNP-TV-Z]{5}$/);
    expect(backupCodeFrom(code)).toBe(code.replace('-', ''));
    expect(backupCodeFrom(` ${code.toLowerCase().replace('-', ' ')} `)).toBe(code.replace('-', ''));
  }
  expect(backupCodeFrom('oO0ix-lL1ab')).toBe('0001X111AB');
  for (const none of ['', '123456', '12345-6789', '12345-67890A', '12345-6789U', '12345-6789ß', '１２３４５６７８９０'])
    expect(backupCodeFrom(none)).toBeUndefined();
});
