import type { Ways } from '#contract/openid.ts';
import type { SendMail } from '../events/account-mails.ts';

type Mail = Omit<Parameters<SendMail>[0], 'to'>;

/** To the new address: the link that makes it the address of the account. */
export function confirmMail(link: string): Mail {
  return {
    subject: 'Confirm your new Keepsake address',
    text: [
      'Somebody wants to use this email address for their Keepsake account.',
      '',
      'If it was you, open this link and confirm it. It works once, for one day:',
      link,
      '',
      'If it was not you, do nothing: no account gets your address.',
    ].join('\n'),
  };
}

/** To the new address, when it belongs to an account already. */
export function takenMail(logIn: string): Mail {
  return {
    subject: 'Your address already has a Keepsake account',
    text: [
      'Somebody wants to use this email address for another Keepsake account. It belongs to an account already, so nothing was changed.',
      '',
      'If it was you, log in to the account of this address:',
      logIn,
      '',
      'If it was not you, there is nothing to do.',
    ].join('\n'),
  };
}

/** To the address that the account has: the link that takes the change back. */
export function takeBackMail(newEmail: string, link: string, { password, provider }: Ways): Mail {
  const then = password ? 'has you choose a new password' : `has you log in with ${provider}`;
  return {
    subject: 'Somebody wants to change your Keepsake address',
    text: [
      'Somebody who is logged in to your Keepsake account wants it to have another email address:',
      newEmail,
      '',
      'If it was you, open the link that was sent to the new address. Until then nothing changes.',
      '',
      `If it was not you, open this link. It takes the change back, also after it was confirmed, logs out every device, and ${then}. It works for 7 days:`,
      link,
    ].join('\n'),
  };
}
