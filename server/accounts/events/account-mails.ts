import { deviceName } from '#contract/device-name.ts';
import { visibleName } from '#contract/names/names.ts';
import type { AccountEvent } from '#contract/records/account-events.ts';

/** Sends a mail; resolves when it was handed over. */
export type SendMail = (mail: { to: string; subject: string; text: string }) => Promise<void>;

type Mail = { subject: string; lines: (event: Pick<AccountEvent, 'address' | 'userAgent' | 'subject'>) => string[] };

const notYou = (then: string) => ['', `If it was not you, ${then}`];

/** The mails that tell a person what happened with their account. */
const mails: Partial<Record<AccountEvent['kind'], Mail>> = {
  'new-device': {
    subject: 'A new device logged in to Keepsake',
    lines: ({ address, userAgent }) => [
      'A device that Keepsake has not seen before logged in to your account.',
      '',
      `Browser: ${userAgent === null ? 'unknown' : deviceName(userAgent)}`,
      `Address: ${address ?? 'unknown'}`,
      ...notYou('reset your password: that logs out every device.'),
    ],
  },
  'app-password-created': {
    subject: 'A new app password for Keepsake',
    lines: ({ subject }) => [
      `An app password was created for your account: ${visibleName(subject ?? '')}`,
      '',
      'With it, a program can use your files until you revoke it on your profile page.',
      ...notYou('reset your password: that revokes every app password.'),
    ],
  },
  'provider-connected': {
    subject: 'A new way to log in to Keepsake',
    lines: ({ subject }) => [
      `A log-in of ${visibleName(subject ?? '')} was connected to your account.`,
      '',
      'Whoever logs in there as the same person is logged in to your account.',
      ...notYou('reset your password: that disconnects it and logs out every device.'),
    ],
  },
  'password-replaced': {
    subject: 'You now log in to Keepsake another way',
    lines: ({ subject }) => [
      `Someone logged in with this address at ${visibleName(subject ?? '')}, which has verified it. That log-in now opens your account, and the password does not.`,
      '',
      'Every device was logged out, and all app passwords, download links and links to reset the password have ended. Your files are as they were.',
      ...notYou('tell the person who runs this server.'),
    ],
  },
  'provider-disconnected': {
    subject: 'A way to log in to Keepsake was removed',
    lines: ({ subject }) => [
      `A log-in of ${visibleName(subject ?? '')} does not open your account any more.`,
      ...notYou('log in, connect it again, and reset your password.'),
    ],
  },
  'two-step-on': {
    subject: 'Two-step login is on for Keepsake',
    lines: () => [
      'Your account now asks for a code of an authenticator app after the password. Keep the backup codes: with one of them you log in when the app is lost.',
      ...notYou('ask the person who runs your server to turn it off, then reset your password.'),
    ],
  },
  'two-step-off': {
    subject: 'Two-step login is off for Keepsake',
    lines: () => [
      'Your account now asks for nothing but the password.',
      ...notYou('reset your password, and turn two-step login on again.'),
    ],
  },
  'backup-codes-created': {
    subject: 'New backup codes for Keepsake',
    lines: () => [
      'New backup codes were made for the two-step login of your account. Those of before do not work any more.',
      ...notYou('reset your password, and make new backup codes.'),
    ],
  },
  'backup-code-used': {
    subject: 'A backup code logged in to Keepsake',
    lines: ({ address, userAgent }) => [
      'Somebody logged in to your account with your password and one of your backup codes, which does not work any more.',
      '',
      `Browser: ${userAgent === null ? 'unknown' : deviceName(userAgent)}`,
      `Address: ${address ?? 'unknown'}`,
      ...notYou('reset your password, and make new backup codes.'),
    ],
  },
  'second-step-failed': {
    subject: 'Somebody typed your Keepsake password',
    lines: ({ address, userAgent }) => [
      'Somebody typed the right password of your account, but a wrong code. They were not logged in.',
      '',
      `Browser: ${userAgent === null ? 'unknown' : deviceName(userAgent)}`,
      `Address: ${address ?? 'unknown'}`,
      ...notYou('somebody knows your password: reset it.'),
    ],
  },
  'passkey-added': {
    subject: 'A new passkey for Keepsake',
    lines: ({ subject }) => [
      `A passkey was added to your account: ${visibleName(subject ?? '')}`,
      '',
      'It logs in without the password, until you remove it in your profile, under Security.',
      ...notYou('remove it there, then reset your password.'),
    ],
  },
  'passkey-removed': {
    subject: 'A passkey for Keepsake was removed',
    lines: ({ subject }) => [
      `A passkey of your account was removed: ${visibleName(subject ?? '')}`,
      ...notYou('reset your password.'),
    ],
  },
  'password-reset': {
    subject: 'Your Keepsake password was changed',
    lines: () => [
      'The password of your account was changed. Every device was logged out, and all app passwords, passkeys, download links and other links to reset the password have ended. Two-step login stays as it is.',
      ...notYou('reset the password now, and check who can read your mail.'),
    ],
  },
};

/** The mail about an event; undefined when there is none. */
export function mailAbout(event: Pick<AccountEvent, 'kind' | 'address' | 'userAgent' | 'subject'>) {
  const mail = mails[event.kind];
  return mail && { subject: mail.subject, text: mail.lines(event).join('\n') };
}
