import type {
  AuthenticationResponseJSON,
  RegistrationResponseJSON,
  VerifiedAuthenticationResponse,
  VerifiedRegistrationResponse,
} from '@simplewebauthn/server';
import { challengeSeconds } from '#contract/limits.ts';
import type { PasskeyAnswer, PasskeyOptions } from '#contract/records/passkeys.ts';
import { databaseProblem } from '#server/database/problems.ts';
import type { PasskeyRow } from '#server/database/tables/access-rows.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';

/** It is loaded when somebody first uses a passkey. */
const library = () => import('@simplewebauthn/server');

/** EdDSA, ES256 and RS256 (RFC 9053, RFC 8812): what every device has. The others are experimental in Node. */
const algorithms = [-8, -7, -257];

type Known = Pick<PasskeyRow, 'credential_id' | 'transports'>;

/** For whom a new passkey is, and those that they have. */
export type NewPasskey = { account: string; email: string; known: readonly Known[] };

export type CheckedPasskey = NonNullable<VerifiedRegistrationResponse['registrationInfo']>;

type IsExpected = (challenge: string) => Promise<boolean>;

/** What a browser is asked with to make a passkey that finds its account by itself, and asks for a finger, a face or a PIN. */
export async function creationOptions(
  origin: string,
  token: string,
  { account, email, known }: NewPasskey,
): Promise<PasskeyOptions> {
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: 'Keepsake',
    rpID: rpIdOf(origin),
    userName: email,
    userDisplayName: email,
    // Random, and the same for all passkeys of the account, so that a device replaces the one that it has.
    userID: new TextEncoder().encode(account),
    challenge: bytesOf(token),
    timeout: challengeSeconds * 1000,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known.map(descriptorOf),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { ...options };
}

/** What a browser is asked with to show one of these passkeys, or any that it has for this server. */
export async function requestOptions(origin: string, token: string, known: readonly Known[]): Promise<PasskeyOptions> {
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: rpIdOf(origin),
    challenge: bytesOf(token),
    timeout: challengeSeconds * 1000,
    allowCredentials: known.map(descriptorOf),
    userVerification: 'required',
  });
  return { ...options };
}

/** Checks a new passkey. Throws passkey-refused. */
export async function checkNew(origin: string, answer: PasskeyAnswer, isExpected: IsExpected): Promise<CheckedPasskey> {
  const { verifyRegistrationResponse } = await library();
  const { registrationInfo } = await orRefused(
    verifyRegistrationResponse({
      response: answer as unknown as RegistrationResponseJSON,
      expectedChallenge: isExpected,
      expectedOrigin: origin,
      expectedRPID: rpIdOf(origin),
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }),
  );
  if (registrationInfo === undefined) throw new KeepsakeError('passkey-refused');
  return registrationInfo;
}

/**
 * Checks that the device with a passkey signed the challenge, that the person was verified there, and that the device counts on.
 * Throws passkey-refused.
 */
export async function checkShown(
  origin: string,
  answer: PasskeyAnswer,
  row: PasskeyRow,
  isExpected: IsExpected,
): Promise<VerifiedAuthenticationResponse['authenticationInfo']> {
  const { verifyAuthenticationResponse } = await library();
  const { verified, authenticationInfo } = await orRefused(
    verifyAuthenticationResponse({
      response: answer as unknown as AuthenticationResponseJSON,
      expectedChallenge: isExpected,
      expectedOrigin: origin,
      expectedRPID: rpIdOf(origin),
      credential: { id: row.credential_id, publicKey: bytesOf(row.public_key), counter: row.counter },
      requireUserVerification: true,
    }),
  );
  if (!verified) throw new KeepsakeError('passkey-refused');
  return authenticationInfo;
}

/** The library throws plain errors for whatever is wrong with an answer, and passes on those of the database. */
async function orRefused<Result>(checking: Promise<Result>): Promise<Result> {
  try {
    return await checking;
  } catch (error) {
    throw isOwn(error) ? error : new KeepsakeError('passkey-refused', { cause: error });
  }
}

/** Keys that are none make errors of WebCrypto, which have a code as those of a database do. */
function isOwn(error: unknown): boolean {
  return error instanceof KeepsakeError || databaseProblem(error) !== undefined;
}

function descriptorOf({ credential_id: id, transports }: Known) {
  return { id, transports: JSON.parse(transports) as string[] };
}

/** Passkeys belong to the host, whatever its port. */
function rpIdOf(origin: string): string {
  return new URL(origin).hostname;
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, 'base64url'));
}
