import type { AccountEventKind } from '#contract/records/account-events.ts';
import { type Mail, notYou, runner } from './mail-lines.ts';

const unreadText = (unread: number) =>
  unread === 1
    ? 'One file could not be read, because its bytes on the server are damaged. It is missing.'
    : `${unread} files could not be read, because their bytes on the server are damaged. They are missing.`;

/** The mails about accounts that will be deleted, and about what becomes of their files. */
export const closingMails: Partial<Record<AccountEventKind, Mail>> = {
  'account-closed': {
    subject: 'Your Keepsake account will be deleted',
    lines: (about) => [
      `Your account was closed. On ${about.subject ?? ''} everything in it is deleted for good: folders, files, versions and what is in Trash.`,
      '',
      'Every device was logged out, and all app passwords and download links have ended.',
      '',
      'To keep the account, log in before that day and choose "Keep my account":',
      `${about.home}/login`,
      ...notYou(about, 'log in, keep the account, and reset your password.', 'log in, keep the account'),
    ],
  },
  'account-kept': {
    subject: 'Your Keepsake account stays',
    lines: (about) => [
      'Your account is not deleted. Everything in it is as it was; app passwords and download links have to be created again.',
      ...notYou(about, 'reset your password, and close the account again.'),
    ],
  },
  'account-closed-by-administrator': {
    subject: 'Your Keepsake account will be deleted',
    lines: (about) => [
      `${runner(about)} closed your account. On ${about.day ?? ''} everything in it is deleted for good: folders, files, versions and what is in Trash.`,
      '',
      'Every device was logged out, and all app passwords and download links have ended. Nobody can log in.',
      '',
      'To keep the account, write to them before that day: they can open it again.',
    ],
  },
  'account-reopened': {
    subject: 'Your Keepsake account stays',
    lines: (about) => [
      `${runner(about)} opened your account again: it is not deleted. Everything in it is as it was; app passwords and download links have to be created again.`,
      '',
      'Log in as before:',
      `${about.home}/login`,
    ],
  },
  'hand-over-planned': {
    subject: 'Your Keepsake files will be handed over',
    lines: (about) => [
      `${runner(about)} said who gets the folders and files of your account before it is deleted:`,
      about.subject ?? '',
      '',
      about.day === undefined ? 'It happens within minutes.' : `It happens on ${about.day}.`,
      'What is in Trash and earlier versions of files are not handed over. They are deleted with the account.',
      '',
      'If you closed the account yourself, you can log in before that day and choose "Keep my account". Then nobody gets anything:',
      `${about.home}/login`,
      '',
      'If it was closed for you, write to the person who runs the server before that day.',
    ],
  },
  'hand-over-taken-back': {
    subject: 'Your Keepsake files will not be handed over',
    lines: (about) => [
      `${runner(about)} took back that the folders and files of your account are handed over to ${about.subject ?? ''}. Nobody gets them; they are deleted with the account.`,
    ],
  },
  'files-handed-over': {
    subject: 'You got the files of a closed Keepsake account',
    lines: ({ subject, unread = 0, home }) => [
      'An account was closed, and its folders and files were handed over to you. They are among yours, in this folder:',
      subject ?? '',
      '',
      ...(unread === 0 ? [] : [unreadText(unread), '']),
      home,
    ],
  },
};
