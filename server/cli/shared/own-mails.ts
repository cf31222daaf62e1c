import type { NewEvent } from '#server/accounts/events/account-events.ts';
import { mailAbout } from '#server/accounts/events/account-mails.ts';
import { readConfig } from '#server/config/config.ts';
import { waysOf } from '#server/config/openid.ts';
import { dataPaths } from '#server/installation/data-paths.ts';
import { createOutbox, createSmtpMailer } from '#server/mail/mailer.ts';
import { ownAddress } from './own-installation.ts';

/** Mails people about what a command did to their accounts, as the server does. */
export function createOwnMails({ addressOf }: { addressOf: (account: string) => Promise<string> }) {
  const config = readConfig();
  const { mail, mailFrom: from, dataFolder } = config;
  const { origin } = ownAddress();
  const { outbox: folder } = dataPaths(dataFolder);
  const mailer =
    mail.kind === 'smtp'
      ? createSmtpMailer({ url: mail.url, from, origin })
      : createOutbox({ folder, from, origin, onKept: () => {} });
  const sending: Promise<void>[] = [];
  return {
    tell({ account, kind, client, subject = null, ...more }: NewEvent): void {
      const about = mailAbout({ kind, ...client, ...more, subject, home: origin, ways: waysOf(config) });
      if (about !== undefined) sending.push(addressOf(account).then((to) => mailer.send({ to, ...about })));
    },

    /** Waits for the mails. Returns whether all were taken. */
    async close(): Promise<boolean> {
      const sent = await Promise.allSettled(sending);
      mailer.close();
      return sent.every(({ status }) => status === 'fulfilled');
    },
  };
}
