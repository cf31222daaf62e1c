import { type Clock, systemClock } from '../../storage/retries/retry.ts';

/** How many nested causes are looked at. */
const maxCauses = 8;
/** A pause before the next attempt that a person notices, in milliseconds; the first one is shorter. */
const noticedMs = 1500;

const untrusted =
  'This computer does not trust its certificate: name the file of who signed it in NODE_EXTRA_CA_CERTS.';
const otherProtocol = 'It does not speak https: does its address begin with http://?';

/** By the codes of Node. */
const reasons: Record<string, (place: string) => string> = {
  ENOTFOUND: (place) => `The name ${place} is not known: check the address.`,
  EAI_AGAIN: (place) => `The name ${place} could not be looked up: check the network of this computer.`,
  ECONNREFUSED: (place) => `Nothing answers at ${place}.`,
  CERT_HAS_EXPIRED: () => 'Its certificate has expired.',
  ERR_TLS_CERT_ALTNAME_INVALID: () => 'Its certificate is for another name.',
  DEPTH_ZERO_SELF_SIGNED_CERT: () => untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: () => untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: () => untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: () => untrusted,
  ERR_SSL_WRONG_VERSION_NUMBER: () => otherProtocol,
  EPROTO: () => otherProtocol,
};

/** Why a server could not be reached, in a sentence, from what caused an error; undefined if that is not known. */
export function unreachableReason(error: unknown): string | undefined {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < maxCauses; at = at.cause, depth += 1) {
    const { code = '', hostname, address, port, errors } = at as ConnectionError;
    const tried = errors?.[0] ?? { address, port };
    const reason = reasons[code];
    if (reason !== undefined) return reason(hostname ?? `${tried.address} on port ${tried.port}`);
  }
  return undefined;
}

/** What Node says about a connection; `errors` of one for each address that a name has. */
type ConnectionError = NodeJS.ErrnoException & {
  hostname?: string;
  address?: string;
  port?: number;
  errors?: ConnectionError[];
};

/** The time for retries, which says once that it waits: a command that says nothing for two minutes seems to be stuck. */
export function tellingClock(tell: () => void, clock: Clock = systemClock): Clock {
  let isTold = false;
  return {
    ...clock,
    sleep(ms, signal) {
      if (ms >= noticedMs && !isTold) {
        isTold = true;
        tell();
      }
      return clock.sleep(ms, signal);
    },
  };
}
