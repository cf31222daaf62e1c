import { visibleName } from '#contract/names/names.ts';
import type { AccountEventKind } from '#contract/records/account-events.ts';
import { deviceName } from '#contract/texts/device-name.ts';
import { closingMails } from './closing-mails.ts';
import { type About, type Mail, notYou, runner } from './mail-lines.ts';

/** Sends a mail; resolves when it was handed over. A line that is an address of this server becomes a link. */
export type SendMail = (mail: { to: string; subject: string; text: string }) => Promise<void>;

const device = ({ userAgent, address }: About) => [
  `Browser: ${userAgent === null ? 'unknown' : deviceName(userAgent)}`,
  `Address: ${address ?? 'unknown'}`,
];

/** What comes before a second step, as far as the server knows which it was. */
function firstStep({ ways: { password, provider } }: About): string {
  const typed = password ? 'typed the right password of your account' : undefined;
  const vouched = provider === null ? undefined : `logged in at ${provider} as you`;
  return [typed, vouched].filter((way) => way !== undefined).join(' or ');
}

/** How somebody gets into their account when nothing opens it any more. */
function wayBack({ home, ways: { password, provider } }: About): string[] {
  if (password) return ['Choose a new password here:', `${home}/forgot`];
  return [
    `Log in with ${provider}, where this has to be your verified address:`,
    `${home}/login`,
    '',
    'If that does not open your account, ask the person who runs this server.',
  ];
}

const storage = ({ home }: About) => `${home}/dashboard/storage`;

/** The mails that tell a person what happened with their account, by the kind of the event. A kind that is not here has none. */
const mails: Partial<Record<AccountEventKind, Mail>> = {
  'new-device': {
    subject: 'A new device logged in to Keepsake',
    lines: (about) => [
      'A device that Keepsake has not seen before logged in to your account.',
      '',
      ...device(about),
      ...notYou(about, 'reset your password: that logs out every device.'),
    ],
  },
  'app-password-created': {
    subject: 'A new app password for Keepsake',
    lines: (about) => [
      `An app password was created for your account: ${visibleName(about.subject ?? '')}`,
      '',
      'With it, a program can use your files until you revoke it on your profile page.',
      ...notYou(about, 'reset your password: that revokes every app password.'),
    ],
  },
  'password-changed': {
    subject: 'Your Keepsake password was changed',
    lines: (about) => [
      'The password of your account was changed in a browser that was logged in. Every other device was logged out.',
      '',
      ...device(about),
      ...notYou(about, 'reset the password now: that logs out every device and revokes every app password.'),
    ],
  },
  'provider-connected': {
    subject: 'A new way to log in to Keepsake',
    lines: (about) => [
      `A log-in of ${visibleName(about.subject ?? '')} was connected to your account.`,
      '',
      'Whoever logs in there as the same person is logged in to your account.',
      ...notYou(about, 'reset your password: that disconnects it and logs out every device.'),
    ],
  },
  'password-replaced': {
    subject: 'You now log in to Keepsake another way',
    lines: (about) => [
      `Someone logged in with this address at ${visibleName(about.subject ?? '')}, which has verified it. That log-in now opens your account, and the password does not.`,
      '',
      'Every device was logged out, and all app passwords, download links and links to reset the password have ended. Your files are as they were.',
      '',
      'If it was not you, tell the person who runs this server.',
    ],
  },
  'provider-disconnected': {
    subject: 'A way to log in to Keepsake was removed',
    lines: (about) => [
      `A log-in of ${visibleName(about.subject ?? '')} does not open your account any more.`,
      ...notYou(about, 'log in, connect it again, and reset your password.', 'log in, connect it again'),
    ],
  },
  'two-step-on': {
    subject: 'Two-step login is on for Keepsake',
    lines: (about) => [
      'At a log-in your account now also asks for a code of an authenticator app. Save the backup codes: with one of them you log in when the app is lost.',
      ...notYou(
        about,
        'ask the person who runs this server to turn it off, then reset your password.',
        'ask the person who runs this server to turn it off, then log in',
      ),
    ],
  },
  'two-step-off': {
    subject: 'Two-step login is off for Keepsake',
    lines: (about) =>
      about.subject === null
        ? [
            'A log-in to your account no longer needs a second step.',
            ...notYou(
              about,
              'reset your password, and turn two-step login on again.',
              'log in, turn two-step login on again',
            ),
          ]
        : [
            `${runner(about)} turned off two-step login of your account: a log-in to it no longer needs a second step.`,
            '',
            'If you did not ask for that, write to them. You turn it on again in your profile, under Security:',
            `${about.home}/dashboard/security`,
          ],
  },
  'backup-codes-created': {
    subject: 'New backup codes for Keepsake',
    lines: (about) => [
      'New backup codes were made for the two-step login of your account. Those of before do not work any more.',
      ...notYou(about, 'reset your password, and make new backup codes.', 'log in, make new backup codes'),
    ],
  },
  'backup-code-used': {
    subject: 'A backup code logged in to Keepsake',
    lines: (about) => [
      'The second step of a log-in to your account was one of your backup codes, which does not work any more.',
      '',
      ...device(about),
      ...notYou(about, 'reset your password, and make new backup codes.', 'log in, make new backup codes'),
    ],
  },
  'second-step-failed': {
    subject: 'Somebody typed a wrong code for Keepsake',
    lines: (about) => [
      `Somebody ${firstStep(about)}, but then typed a wrong code. They were not logged in.`,
      '',
      ...device(about),
      ...notYou(about, 'somebody else passed that first step: reset your password.'),
    ],
  },
  'passkey-added': {
    subject: 'A new passkey for Keepsake',
    lines: (about) => [
      `A passkey was added to your account: ${visibleName(about.subject ?? '')}`,
      '',
      'It logs in without a password, until you remove it in your profile, under Security.',
      ...notYou(about, 'remove it there, then reset your password.'),
    ],
  },
  'passkey-removed': {
    subject: 'A passkey for Keepsake was removed',
    lines: (about) => [
      `A passkey of your account was removed: ${visibleName(about.subject ?? '')}`,
      ...notYou(about, 'reset your password.'),
    ],
  },
  'password-reset': {
    subject: 'Your Keepsake password was changed',
    lines: (about) => [
      'The password of your account was changed. Every device was logged out, and all app passwords, passkeys, download links and other links to reset the password have ended. Two-step login stays as it is.',
      ...notYou(about, 'reset the password now, and check who can read your mail.'),
    ],
  },
  'archive-made': {
    subject: 'An archive of everything in your Keepsake account',
    lines: (about) => [
      'Somebody who is logged in to your account, and confirmed that it is them, made an archive of everything in it, to be downloaded.',
      '',
      ...device(about),
      ...notYou(about, 'reset your password now: that logs out every device, and without one nobody can download it.'),
    ],
  },
  ...closingMails,
  // To the address that the account had.
  'address-changed': {
    subject: 'The address of your Keepsake account was changed',
    lines: ({ subject }) => [
      'Your account has a new email address, and from now on you log in with it:',
      subject ?? '',
      '',
      'If it was not you, open the link in our mail "Somebody wants to change your Keepsake address". It takes the change back for 7 days.',
    ],
  },
  'address-taken-back': {
    subject: 'Your Keepsake account has its address back',
    lines: (about) => [
      'The change of the email address of your account was taken back. Every device was logged out, and all app passwords, passkeys, connected log-ins and download links have ended. The old password no longer works.',
      '',
      ...wayBack(about),
    ],
  },
  'space-nearly-full': {
    subject: 'Your Keepsake space is nearly full',
    lines: (about) => [
      'Nine tenths of the space of your account are used. When it is full, nothing more can be uploaded; what you have stays.',
      '',
      'Here you see what fills it, and can empty Trash or delete old versions:',
      storage(about),
      '',
      'The person who runs the server can give you more.',
    ],
  },
  'entries-nearly-full': {
    subject: 'Your Keepsake account holds nearly as many files as it can',
    lines: (about) => [
      'Your account has nine tenths of the folders, files and versions that it can hold. When it is full, nothing can be added; what you have stays.',
      '',
      'Here you can empty Trash or delete old versions:',
      storage(about),
      '',
      'The person who runs the server can let you have more.',
    ],
  },
};

/** The mail about an event; undefined when there is none. */
export function mailAbout({ kind, ...about }: About & { kind: AccountEventKind }) {
  const mail = mails[kind];
  return mail && { subject: mail.subject, text: mail.lines(about).join('\n') };
}
