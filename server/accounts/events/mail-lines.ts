import type { Ways } from '#contract/openid.ts';
import type { AccountEvent } from '#contract/records/account-events.ts';

/**
 * What a mail tells of: where it came from, what it happened to, the address of this server for links, and the ways to log in,
 * since no mail may lead to one that the server refuses.
 */
export type About = Pick<AccountEvent, 'address' | 'userAgent' | 'subject'> & {
  home: string;
  ways: Ways;
  by?: string | undefined;
  day?: string | undefined;
  unread?: number;
};

/** A mail about a kind of event. */
export type Mail = { subject: string; lines: (about: About) => string[] };

/** Who runs the server; they may have done it on the command line. */
export function runner({ by }: About): string {
  return by === undefined ? 'The person who runs this server' : `${by}, who runs this server,`;
}

/**
 * What to do about something that somebody else did, with the page where it is done: `then`, which resets the password. Where
 * nobody logs in with one, it begins with `first`, and what gives access is ended by hand.
 */
export function notYou({ home, ways: { password, provider } }: About, then: string, first = 'log in'): string[] {
  if (password) return ['', `If it was not you, ${then}`, `${home}/forgot`];
  return [
    '',
    `If it was not you, ${first}, log out everywhere else, and remove passkeys, connected log-ins and app passwords that are not yours: in your profile, under Security and under Devices and programs. Change your password at ${provider}, too. If you cannot log in, ask the person who runs this server.`,
    `${home}/dashboard/security`,
  ];
}
