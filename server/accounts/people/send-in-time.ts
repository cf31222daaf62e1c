import { setTimeout as pause } from 'node:timers/promises';
import type { SendMail } from '../events/account-mails.ts';

/** The mail server is asked again meanwhile, as for every mail; nobody waits longer, in milliseconds. */
const timeoutMs = 30_000;

/** Sends a mail for somebody who waits for it. Returns why it could not be sent; undefined when it was handed over. */
export async function sendInTime(
  sendMail: SendMail,
  mail: Parameters<SendMail>[0],
  waitMs = timeoutMs,
): Promise<string | undefined> {
  const sent = sendMail(mail).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  return await Promise.race([sent, pause(waitMs, 'it did not answer in time', { ref: false })]);
}
