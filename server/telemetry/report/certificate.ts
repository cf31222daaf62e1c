import { connect } from 'node:tls';
import type { ServerReport } from '#contract/records/server-report.ts';

const timeoutMs = 3000;
/** A certificate is looked at again after this time; one that could not be read after the shorter one, in milliseconds. */
const keptMs = 60 * 60 * 1000;
const keptAfterFailureMs = 5 * 60 * 1000;

type Certificate = ServerReport['certificate'];

/** Reads when the certificate of the public address ends, as whoever opens it sees it. Never throws. */
export function createCertificateWatch({ publicUrl, now }: { publicUrl: URL | undefined; now: () => number }) {
  let known: { certificate: Promise<Certificate>; until: number } | undefined;

  return async (): Promise<Certificate> => {
    if (publicUrl?.protocol !== 'https:') return null;
    if (known === undefined || known.until <= now()) {
      const certificate = read(publicUrl);
      const mine = { certificate, until: now() + keptMs };
      known = mine;
      const found = await certificate;
      if (found?.endsAt == null) mine.until = now() + keptAfterFailureMs;
    }
    return await known.certificate;
  };
}

async function read({ hostname, port }: URL): Promise<Certificate> {
  const { promise, resolve } = Promise.withResolvers<Certificate>();
  const failed = (problem: string) => resolve({ endsAt: null, problem });
  // One that is not trusted is looked at, too: nothing is sent to whoever shows it.
  const socket = connect({
    host: hostname,
    port: Number(port || 443),
    servername: hostname,
    rejectUnauthorized: false,
  });
  const late = setTimeout(() => failed('it did not answer in time'), timeoutMs);
  socket.on('error', (error) => failed(error.message));
  socket.on('secureConnect', () => {
    const endsAt = Date.parse(socket.getPeerCertificate().valid_to);
    if (Number.isNaN(endsAt)) failed('it shows no certificate');
    else resolve({ endsAt, problem: socket.authorized ? null : String(socket.authorizationError) });
  });
  try {
    return await promise;
  } finally {
    clearTimeout(late);
    socket.destroy();
  }
}
