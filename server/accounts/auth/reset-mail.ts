export const resetLinkSeconds = 60 * 60;

/** The text of the mail with the link to set a new password. */
export function resetMail(url: string): string {
  return [
    'Someone asked to set a new password for your Keepsake account.',
    '',
    'Open this link to choose one. It works once, for one hour:',
    url,
    '',
    'If it was not you, do nothing: your password stays as it is.',
  ].join('\n');
}
