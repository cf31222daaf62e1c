import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { atEndOfFile } from '../fixtures/file-end.ts';
import { waitFor } from '../fixtures/wait-for.ts';

type Received = { to: string[]; mail: Email & { raw: string } };

type Options = {
  /** When given, only who logs in with these may send. */
  auth?: { user: string; pass: string };
};

/** Starts an SMTP server (RFC 5321, without TLS) on a port of 127.0.0.1 and keeps what it receives. */
export async function startMailServer({ auth }: Options = {}) {
  const received: Received[] = [];
  const server = new SMTPServer({
    disabledCommands: auth ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    authOptional: auth === undefined,
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, callback) {
      if (auth && username === auth.user && password === auth.pass) callback(null, { user: username });
      else callback(new Error('Wrong user or password'));
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.once('error', callback);
      stream.once('end', () => {
        const raw = Buffer.concat(chunks);
        PostalMime.parse(raw)
          .then((mail) => {
            const to = session.envelope.rcptTo.map(({ address }) => address.toLowerCase());
            received.push({ to, mail: { ...mail, raw: raw.toString('latin1') } });
            callback();
          })
          .catch(callback);
      });
    },
  });
  server.on('error', (error: NodeJS.ErrnoException) => {
    // A server that is ended while it sends a mail resets the connection.
    if (error.code !== 'ECONNRESET') throw error;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const stop = () => new Promise<void>((resolve) => server.close(resolve));
  atEndOfFile(stop);

  return {
    port,
    /** For SMTP_URL. */
    url: auth
      ? `smtp://${encodeURIComponent(auth.user)}:${encodeURIComponent(auth.pass)}@127.0.0.1:${port}`
      : `smtp://127.0.0.1:${port}`,
    /**
     * Waits for the oldest mail to this address, and with this in its subject, that was not asked for yet. `raw` is what
     * travelled.
     */
    nextMail(to: string, subject = ''): Promise<Received['mail']> {
      return waitFor(
        () => {
          const index = received.findIndex(
            (entry) => entry.to.includes(to.toLowerCase()) && entry.mail.subject?.includes(subject) === true,
          );
          return index < 0 ? undefined : received.splice(index, 1)[0]?.mail;
        },
        { what: `a mail to ${to}` },
      );
    },
    /** How many mails to this address came that were not asked for yet. */
    waiting: (to: string) => received.filter((entry) => entry.to.includes(to)).length,
    stop,
  };
}
