import type { Logger } from 'pino';
import type { Config } from '#server/config/config-type.ts';
import { createOutbox, createSmtpMailer } from './mail/mailer.ts';
import { createMailWatch } from './telemetry/report/mail-watch.ts';

type Deps = { config: Config; publicUrl: URL; outbox: string; log: Logger; now: () => number };

/** Sends mails as the operator set it, and knows how the last one went. */
export function createMails({ config: { mail, mailFrom: from }, publicUrl: { origin }, outbox, log, now }: Deps) {
  const own =
    mail.kind === 'smtp'
      ? createSmtpMailer({ url: mail.url, from, origin })
      : createOutbox({
          folder: outbox,
          from,
          origin,
          onKept: (file) => log.info({ file }, 'No SMTP_URL is set: the mail was written to the outbox'),
        });
  const { send, state } = createMailWatch({ kind: mail.kind, send: own.send, now });
  return { mailer: { ...own, send }, state };
}
