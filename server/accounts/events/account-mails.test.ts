import { expect, test } from 'vitest';
import { accountEventKinds } from '#contract/records/account-events.ts';
import { takeBackMail } from '../address/address-mails.ts';
import { mailAbout } from './account-mails.ts';

const about = { address: null, userAgent: null, subject: null, home: 'https://keepsake.example' };
const textsWith = (ways: Parameters<typeof mailAbout>[0]['ways']) =>
  [
    ...accountEventKinds.flatMap((kind) => mailAbout({ kind, ...about, ways })?.text ?? []),
    takeBackMail('new@example.org', `${about.home}/address/take-back#token`, ways).text,
  ].join('\n');

test('no mail leads to a reset of the password where passwords are closed', () => {
  const closed = textsWith({ password: false, provider: 'Home ID' });
  expect(closed).not.toMatch(/\/forgot|If it was not you[^\n]*reset|new password/);
  expect(closed).toContain('Change your password at Home ID');
  expect(closed).toContain('logs out every device, and has you log in with Home ID');
  expect(textsWith({ password: true, provider: null })).toMatch(
    /reset your password[^\n]*\nhttps:\/\/keepsake\.example\/forgot/,
  );
});

test('a mail about a second step says which first step came before it, as far as that is known', () => {
  const firstSteps = [
    { password: true, provider: null },
    { password: true, provider: 'Home ID' },
    { password: false, provider: 'Home ID' },
  ].map((ways) => mailAbout({ kind: 'second-step-failed', ...about, ways })?.text.split(',')[0]);
  expect(firstSteps).toEqual([
    'Somebody typed the right password of your account',
    'Somebody typed the right password of your account or logged in at Home ID as you',
    'Somebody logged in at Home ID as you',
  ]);
  const used = mailAbout({ kind: 'backup-code-used', ...about, ways: { password: true, provider: 'Home ID' } });
  expect(used?.text.split('\n')[0]).not.toContain('password');
});

test('a mail about two-step login that somebody else turned off says who did', () => {
  const textOf = (more: object) =>
    mailAbout({ kind: 'two-step-off', ...about, ...more, ways: { password: true, provider: null } })?.text ?? '';
  expect(textOf({})).toContain('If it was not you');
  const by = 'ada@example.org';
  expect(textOf({ subject: by, by })).toMatch(
    /^ada@example\.org, who runs this server, turned off [^]*If you did not ask/,
  );
  expect(textOf({ subject: 'the command line' })).toMatch(/^The person who runs this server turned off/);
});
