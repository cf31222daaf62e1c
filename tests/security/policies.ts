import type { ErrorCode } from '#contract/errors.ts';

/** Who asks. There is no operator among them: an operator has commands, not an account. Nor are there unconfirmed accounts. */
export const ended = [
  'nobody',
  'a wrong token',
  'a download token as a bearer',
  'an expired app password',
  'a revoked app password',
  'a session that was logged out',
  'a session that a new password ended',
  'somebody before the second step',
  'a session of an account that is disabled',
  'an app password of an account that is disabled',
  'a session of an account that an administrator closed',
  'an app password of an account that an administrator closed',
  'a session of an account that its person closed',
  'somebody with an invitation',
] as const;

export const signedIn = [
  'an administrator',
  'a stranger',
  'a program for another folder',
  'a program that reads',
  'a program for the folder',
  'a program',
  'the owner',
] as const;

export const principals = [...ended, ...signedIn];

export type PrincipalName = (typeof principals)[number];

/** `ok`, or the code of the error. */
export type Outcome = 'ok' | ErrorCode;

export type Policy = Record<PrincipalName, Outcome>;

/** Everybody gets the same. */
export function everybody(outcome: Outcome): Policy {
  return policy(outcome, [outcome, outcome, outcome, outcome, outcome, outcome]);
}

/** Everybody who is signed in gets the same, about what is their own. */
export function everyAccount(outcome: Outcome): Policy {
  return policy('unauthenticated', [outcome, outcome, outcome, outcome, outcome, outcome]);
}

/** Who reaches the thing may read it; for everybody else it does not exist. */
export function reads(missing: Outcome): Policy {
  return policy('unauthenticated', [missing, missing, 'ok', 'ok', 'ok', 'ok']);
}

/** `outcome`: what who may do it gets. */
export function writes(missing: Outcome, outcome: Outcome = 'ok'): Policy {
  return policy('unauthenticated', [missing, missing, 'not-allowed', outcome, outcome, outcome]);
}

/** Giving access to others, and Trash: not from within a folder. */
export function shares(missing: Outcome): Policy {
  return policy('unauthenticated', [missing, 'not-allowed', 'not-allowed', 'not-allowed', 'ok', 'ok']);
}

/** Deleting for good. */
export function owns(missing: Outcome): Policy {
  return policy('unauthenticated', [missing, 'not-allowed', 'not-allowed', 'not-allowed', 'not-allowed', 'ok']);
}

/** For administrators only. */
export function administers(outcome: Outcome = 'ok'): Policy {
  const needed = 'session-needed';
  const others = policy('unauthenticated', ['not-allowed', needed, needed, needed, needed, 'not-allowed']);
  return { ...others, 'an administrator': outcome };
}

/** What gives access to the account: for persons only. */
export function persons(missing: Outcome): Policy {
  const needed = 'session-needed';
  return policy('unauthenticated', [missing, needed, needed, needed, needed, 'ok']);
}

/** An administrator is a stranger to what is the owner's. Who closed their account is told so wherever a session is needed. */
function policy(ofEnded: Outcome, ofSignedIn: readonly Outcome[]): Policy {
  const [ofStranger] = ofSignedIn;
  const outcomes = [ofStranger, ...ofSignedIn];
  const all = [...ended.map((name) => [name, ofEnded]), ...signedIn.map((name, i) => [name, outcomes[i]])];
  const ofClosing = ofEnded === 'unauthenticated' ? 'account-closing' : ofEnded;
  return { ...(Object.fromEntries(all) as Policy), 'a session of an account that its person closed': ofClosing };
}
