import type { AccountEvent } from '#contract/records/account-events.ts';

/** What a mail tells of: where it came from, what it happened to, and the address of this server for links. */
export type About = Pick<AccountEvent, 'address' | 'userAgent' | 'subject'> & {
  home: string;
  by?: string | undefined;
  day?: string | undefined;
  unread?: number;
};

/** A mail about a kind of event. */
export type Mail = { subject: string; lines: (about: About) => string[] };

/** What to do about something that somebody else did, with the page where it is done. */
export const notYou = (then: string, ...link: string[]) => ['', `If it was not you, ${then}`, ...link];

/** Where the password is reset. */
export const reset = ({ home }: About) => `${home}/forgot`;
