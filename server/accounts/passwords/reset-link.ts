import { createHash, randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import type { SendMail } from '../events/account-mails.ts';
import { newToken } from '../tokens.ts';

export const resetLinkSeconds = 60 * 60;

type Deps = { db: Database; publicUrl: URL; sendMail: SendMail; log: Logger; now: () => number };

export type SendResetLink = ReturnType<typeof createSendResetLink>;

/**
 * Mails a link to set a new password, if the address has an account. Whoever asks for one does not learn from the time that it
 * takes whether there is an account. Never throws.
 */
export function createSendResetLink({ db, publicUrl, sendMail, log, now }: Deps) {
  return async (email: string): Promise<void> => {
    try {
      const { rows } = await sql<{ id: string }>`select id from "user" where email = ${email}`.execute(db);
      for (const { id: account } of rows)
        await sendMail({ to: email, ...resetMail(await makeResetLink(db, { account, publicUrl, at: now() })) });
    } catch (error) {
      log.error({ err: error }, 'A reset mail could not be sent');
    }
  };
}

/**
 * A new link to set the password of an account: for an hour, once. It is the library's link and row, made here, so that nobody who
 * asks for one decides where it leads, and the operator's commands make it too.
 */
export async function makeResetLink(
  db: Kysely<Tables>,
  { account, publicUrl, at }: { account: string; publicUrl: URL; at: number },
): Promise<string> {
  const token = newToken();
  // As the library looks for it (`storeIdentifier` in auth/auth-options.ts).
  const identifier = createHash('sha256').update(`reset-password:${token}`).digest('base64url');
  const [madeAt, expiresAt] = [at, at + resetLinkSeconds * 1000].map((ms) => new Date(ms).toISOString());
  await sql`
    insert into verification (id, identifier, value, "expiresAt", "createdAt", "updatedAt")
    values (${randomUUID()}, ${identifier}, ${account}, ${expiresAt}, ${madeAt}, ${madeAt})
  `.execute(db);
  return `${publicUrl.origin}/api/auth/reset-password/${token}?callbackURL=%2Freset`;
}

/** The mail with such a link. */
export function resetMail(link: string): { subject: string; text: string } {
  return {
    subject: 'Set a new Keepsake password',
    text: [
      'Someone asked to set a new password for your Keepsake account.',
      '',
      'Open this link to choose one. It works once, for one hour:',
      link,
      '',
      'If it was not you, do nothing: your password stays as it is.',
    ].join('\n'),
  };
}
