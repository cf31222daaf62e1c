import type { Principal } from '#server/accounts/principal.ts';
import { ownScope, type Repeatable, type Scope } from './scope.ts';

export type Access = ReturnType<typeof createAccess>;

/** Decides who may reach which entries. */
export function createAccess() {
  return {
    /**
     * The scope in which a principal reaches all entries that a request names (null for Root). Principals reach their own
     * account only; ids of entries of other accounts are not found in it.
     */
    scopeFor: async (
      principal: Principal,
      _entryIds: readonly (string | null)[],
      repeatable?: Repeatable,
    ): Promise<Scope> => ownScope(principal, repeatable),

    /** The scope in which a principal reaches an upload in progress. */
    scopeForUpload: async (principal: Principal, _uploadId: string): Promise<Scope> => ownScope(principal),

    /** The scopes whose changes a principal receives, its own first. */
    liveScopes: async (principal: Principal): Promise<[own: Scope, ...others: Scope[]]> => [ownScope(principal)],
  };
}
