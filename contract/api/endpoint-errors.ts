import { type ErrorCode, errors } from '../errors.ts';

/** The errors of an endpoint, in the form that its contract takes. */
export function pickErrors<const Codes extends readonly ErrorCode[]>(...codes: Codes) {
  return Object.fromEntries(codes.map((code) => [code, errors[code]])) as Pick<typeof errors, Codes[number]>;
}

export const anyCall = ['invalid-input', 'unauthenticated', 'account-closing', 'internal-error'] as const;
export const anyWrite = [
  ...anyCall,
  'invalid-json',
  'body-too-large',
  'foreign-origin',
  'not-allowed',
  'too-many-entries',
  'disk-full',
] as const;

/** Of what can be sent again with an Idempotency-Key. */
export const repeatableWrite = [...anyWrite, 'idempotency-key-reused'] as const;

export const nameErrors = [
  'name-empty',
  'name-too-long',
  'name-reserved',
  'name-has-slash',
  'name-has-nul',
  'name-not-text',
  'name-taken',
] as const;
