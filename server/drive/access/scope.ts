import type { Principal } from '#server/accounts/principal.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';

/**
 * What may be done within a scope; each right includes those before it. `share` permits download tokens, and listing
 * Trash; `own` permits deleting for good.
 */
const rights = ['read', 'write', 'share', 'own'] as const;
export type Right = (typeof rights)[number];

/** Of a request that its client may send again. */
export type Repeatable = {
  /** Chosen by the client. */
  readonly key: string;
  /** SHA-256 of the request and of what its sender reaches, hexadecimal. */
  readonly request: string;
};

declare const made: unique symbol;

/**
 * The account that a call is about, from which entry downward, and what it may do there. Every function of the drive
 * takes one, every query filters by its account, and below a root every id is confined to the subtree of that root. Only
 * this folder creates one.
 */
export type Scope = {
  readonly account: string;
  /** The entry at the top of the scope; null for Root. A folder id of null stands for this one. */
  readonly root: string | null;
  readonly right: Right;
  /** Whether it is the server itself that works on the account. */
  readonly isSystem: boolean;
  /** Given if what is done within the scope is done once, however often it is asked for (`createWriteOnce`). */
  readonly repeatable?: Repeatable | undefined;
  readonly [made]: true;
};

/** The scope of a principal within its own account. */
export function ownScope(principal: Principal, repeatable?: Repeatable): Scope {
  return make({
    repeatable,
    account: principal.account,
    root: principal.entryId ?? null,
    right: rightOf(principal),
    isSystem: principal.kind === 'system',
  });
}

function rightOf({ kind, access, entryId }: Principal): Right {
  if (kind === 'download-token' || access === 'read') return 'read';
  if (kind !== 'program') return 'own';
  return entryId === undefined ? 'share' : 'write';
}

/** The scope of the server's own work on an account, which ends with it: on one that is gone it finds and changes nothing. */
export function systemScope(account: string): Scope {
  return ownScope({ kind: 'system', account });
}

/** Whether two scopes permit the same. */
export function isSameScope(one: Scope, other: Scope): boolean {
  return one.account === other.account && one.root === other.root && one.right === other.right;
}

/** Throws not-allowed if the scope does not include a right. */
export function requireRight({ right }: Scope, wanted: Right): void {
  if (rights.indexOf(right) < rights.indexOf(wanted)) throw new KeepsakeError('not-allowed');
}

/** For operations on a whole account. Throws not-allowed without the right, and below Root. */
export function requireWholeAccount(scope: Scope, wanted: Right): void {
  requireRight(scope, wanted);
  if (scope.root !== null) throw new KeepsakeError('not-allowed');
}

function make(scope: Omit<Scope, typeof made>): Scope {
  return scope as Scope;
}
