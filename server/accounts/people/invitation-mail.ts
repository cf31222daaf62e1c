import { visibleName } from '#contract/names/names.ts';

/** The mail with the link of an invitation. */
export function invitationMail(from: string, url: string): { subject: string; text: string } {
  const name = visibleName(from);
  return {
    subject: `${name} invites you to Keepsake`,
    text: [
      `${name} runs a Keepsake server, a home for folders and files, and invites you to have an account there.`,
      '',
      'Open this link to create it. It works once, for seven days:',
      url,
      '',
      `${name} will see how much you keep, never what. If you do not know ${name}, do nothing.`,
    ].join('\n'),
  };
}
