import type { createAuthMiddleware } from 'better-auth/api';
import type { Logger } from 'pino';
import type { SendMail } from '../events/account-mails.ts';
import { newToken } from '../tokens.ts';

export const resetLinkSeconds = 60 * 60;

type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/** What the library has of its tables. */
export type ResetTables = Pick<Context['context']['internalAdapter'], 'findUserByEmail' | 'createVerificationValue'>;

type Deps = { publicUrl: URL; sendMail: SendMail; log: Logger; now: () => number };

export type SendResetLink = ReturnType<typeof createSendResetLink>;

/**
 * Mails a link to set a new password, if the address has an account. It is the library's link, made here: whoever asks for one
 * decides neither where it leads nor learns from the time that it takes whether there is an account. Never throws.
 */
export function createSendResetLink({ publicUrl, sendMail, log, now }: Deps) {
  return async (tables: ResetTables, email: string): Promise<void> => {
    try {
      const found = await tables.findUserByEmail(email);
      if (!found) return;
      const token = newToken();
      const expiresAt = new Date(now() + resetLinkSeconds * 1000);
      await tables.createVerificationValue({ identifier: `reset-password:${token}`, value: found.user.id, expiresAt });
      const link = `${publicUrl.origin}/api/auth/reset-password/${token}?callbackURL=%2Freset`;
      await sendMail({ to: found.user.email, subject: 'Set a new Keepsake password', text: textWith(link) });
    } catch (error) {
      log.error({ err: error }, 'A reset mail could not be sent');
    }
  };
}

function textWith(link: string): string {
  return [
    'Someone asked to set a new password for your Keepsake account.',
    '',
    'Open this link to choose one. It works once, for one hour:',
    link,
    '',
    'If it was not you, do nothing: your password stays as it is.',
  ].join('\n');
}
