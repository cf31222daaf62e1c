import type { Database } from '#server/database/open.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { SendMail } from '../events/account-mails.ts';
import { readPerson } from './people-list.ts';
import { sendInTime } from './send-in-time.ts';

const maxReason = 500;

type Deps = { db: Database; sendMail: SendMail; kind: 'smtp' | 'outbox' };

/** Sends an administrator a mail to see whether that works. Throws mail-refused with the reason. */
export function createTestMail({ db, sendMail, kind }: Deps) {
  return async (account: string): Promise<{ to: string; kind: 'smtp' | 'outbox' }> => {
    const { email: to } = await readPerson(db, { id: account });
    const text = 'This mail shows that Keepsake can send mail.';
    const reason = await sendInTime(sendMail, { to, subject: 'A test mail from Keepsake', text });
    if (reason === undefined) return { to, kind };
    throw new KeepsakeError('mail-refused', { data: { reason: reason.slice(0, maxReason) } });
  };
}
