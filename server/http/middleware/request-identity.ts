import type { Principal } from '#server/accounts/principal.ts';
import { cachedMs } from '#server/accounts/session-cache.ts';
import type { Identify } from './identify.ts';

/** The sender of a request, and whether they may still complete it when its last byte has arrived. */
export type Identity = {
  principal: Principal;
  /**
   * Identifies the principal again, unless the request took less time than a session is cached for and none ended
   * meanwhile. Throws what `Identify` throws.
   */
  confirm(): Promise<void>;
};

export type FindIdentity = (headers: Headers) => Promise<Identity>;

type Deps = {
  identify: Identify;
  /** Increases whenever a session or an app password may have ended, as far as this node knows. */
  endings: () => number;
};

/** Identifies senders of bytes, which may take a while: a session that ends meanwhile creates no file. */
export function createIdentity({ identify, endings }: Deps): FindIdentity {
  return async (headers) => {
    const endingsBefore = endings();
    const identifiedAt = performance.now();
    const principal = await identify(headers);
    return {
      principal,
      async confirm() {
        const isFresh = performance.now() - identifiedAt < cachedMs && endings() === endingsBefore;
        if (!isFresh) await identify(headers);
      },
    };
  };
}
