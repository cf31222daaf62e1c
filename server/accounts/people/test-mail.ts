import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#server/database/open.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { SendMail } from '../events/account-mails.ts';
import { readPerson } from './people-list.ts';

/** The mail server is asked again meanwhile, as for every mail; nobody waits longer. */
const timeoutMs = 30_000;
const maxReason = 500;

type Deps = { db: Database; sendMail: SendMail; kind: 'smtp' | 'outbox' };

/** Sends an administrator a mail to see whether that works. Throws mail-refused with the reason. */
export function createTestMail({ db, sendMail, kind }: Deps) {
  return async (account: string): Promise<{ to: string; kind: 'smtp' | 'outbox' }> => {
    const { email: to } = await readPerson(db, { id: account });
    const text = 'This mail shows that Keepsake can send mail.';
    const sent = sendMail({ to, subject: 'A test mail from Keepsake', text }).then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    const reason = await Promise.race([sent, pause(timeoutMs, 'it did not answer in time', { ref: false })]);
    if (reason === undefined) return { to, kind };
    throw new KeepsakeError('mail-refused', { data: { reason: reason.slice(0, maxReason) } });
  };
}
