import { Secret, TOTP } from 'otpauth';

const secretBytes = 20;
const periodSeconds = 30;
/** Clocks differ: codes of the time step before and after count, too (RFC 6238, section 5.2). */
const window = 1;

/** A new secret, in base32 (RFC 4226, section 4: 160 bits). */
export function newTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** The address that authenticator apps read from a QR code. */
export function totpUri(secret: string, email: string): string {
  return totpOf(secret, email).toString();
}

/** The time step (RFC 6238, section 4.2) whose code it is at a moment in milliseconds; undefined when it is none. */
export function timeStepOf(secret: string, code: string, now: number): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window });
  return delta === null ? undefined : Math.floor(now / 1000 / periodSeconds) + delta;
}

/** What every app can do: SHA-1, six digits, 30 seconds. */
function totpOf(secret: string, label = ''): TOTP {
  return new TOTP({ issuer: 'Keepsake', label, algorithm: 'SHA1', digits: 6, period: periodSeconds, secret });
}
