import { randomUUID } from 'node:crypto';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type * as Nodemailer from 'nodemailer';
import { htmlOf } from './mail-html.ts';

export type Mail = { to: string; subject: string; text: string };

/** Hands mails over; what is handed over is the receiver's to deliver. */
export type Mailer = {
  /** Resolves when the mail server took the mail, or the file is on the disk. Rejects after the last try. */
  send(mail: Mail): Promise<void>;
  close(): void;
};

const tries = 3;
const retryMs = 2000;
const timeoutMs = 30_000;
/** RFC 5322, section 2.1.1. */
const maxLineCharacters = 998;

/** Who sends mails, and the origin of this server, which is all that they link to. */
type Sender = { from: string; origin: string };

/** Sends by SMTP. The url carries host, port, user and password; `smtps:` is TLS from the first byte. */
export function createSmtpMailer({ url, ...sender }: { url: string } & Sender): Mailer {
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
  const transport = lazyTransport(({ createTransport }) => withWholeLines(createTransport({ url, ...timeouts })));
  return {
    async send(mail) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          await (await transport.open()).sendMail(inBothForms(mail, sender));
          return;
        } catch (error) {
          if (attempt === tries || isExpectedError(error)) throw error;
          await new Promise((resolve) => setTimeout(resolve, retryMs * attempt));
        }
      }
    },
    close: transport.close,
  };
}

/** Writes each mail as an `.eml` file into a folder, for installations without a mail server. */
export function createOutbox({
  folder,
  onKept,
  ...sender
}: { folder: string; onKept: (file: string) => void } & Sender): Mailer {
  const transport = lazyTransport(({ createTransport }) =>
    withWholeLines(createTransport({ streamTransport: true, buffer: true, newline: 'unix' })),
  );
  return {
    async send(mail) {
      const { message } = await (await transport.open()).sendMail(inBothForms(mail, sender));
      const file = join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`);
      const draft = await open(`${file}.new`, 'wx', 0o600);
      try {
        await draft.writeFile(message as Buffer);
        await draft.sync();
      } finally {
        await draft.close();
      }
      await rename(`${file}.new`, file);
      onKept(file);
    },
    close: transport.close,
  };
}

/** A mail as text and, of the same lines, as HTML (RFC 2046, section 5.1.4). */
function inBothForms(mail: Mail, { from, origin }: Sender) {
  return { from, ...mail, html: htmlOf(mail, origin) };
}

/**
 * Lets a transport send text as it is where mail permits it. The library would split lines of more than 76 characters
 * (quoted-printable), and nobody could copy a link from the raw mail.
 */
function withWholeLines<Transport extends Pick<Nodemailer.Transporter, 'use'>>(transport: Transport): Transport {
  transport.use('stream', ({ message }, done) => {
    for (const part of message.childNodes as { content?: unknown; getTransferEncoding: () => string }[])
      if (typeof part.content === 'string' && isSevenBit(part.content)) part.getTransferEncoding = () => '7bit';
    done();
  });
  return transport;
}

/** Whether a text needs no encoding (RFC 2045, section 2.7). */
function isSevenBit(text: string): boolean {
  return /^[\t\n\r -~]*$/.test(text) && text.split(/\r?\n/).every((line) => line.length <= maxLineCharacters);
}

/** The library is loaded with the first mail: most servers send none for days. */
function lazyTransport<Transport extends { close(): void }>(make: (library: typeof Nodemailer) => Transport) {
  let opened: Promise<Transport> | undefined;
  return {
    async open() {
      opened ??= import('nodemailer').then(make).catch((error: unknown) => {
        opened = undefined;
        throw error;
      });
      return await opened;
    },
    close: () =>
      void opened?.then(
        (transport) => transport.close(),
        () => {},
      ),
  };
}

/** SMTP 5yz: the server will not take this mail, however often it is asked (RFC 5321, section 4.2.1). */
function isExpectedError(error: unknown): boolean {
  const { responseCode } = error as { responseCode?: number };
  return responseCode !== undefined && responseCode >= 500;
}
