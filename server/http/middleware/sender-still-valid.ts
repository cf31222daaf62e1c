import type { Principal } from '#server/accounts/principal.ts';
import { cachedMs } from '#server/accounts/session-cache.ts';
import type { Identify } from './identify.ts';

/** The sender of a request, and whether they may still complete it when its last byte has arrived. */
export type Identity = {
  principal: Principal;
  /**
   * Identifies the principal again, unless that was done less than `cachedMs` ago and none ended meanwhile. Throws what
   * `Identify` throws.
   */
  confirm(): Promise<void>;
};

export type FindIdentity = (headers: Headers) => Promise<Identity>;

/** What is known of sessions and app passwords without asking the database. */
export type Sessions = {
  /** Whether the session of these headers was valid less than `cachedMs` ago, and none has ended meanwhile. */
  isKnown(headers: Headers): boolean;
  /** Increases whenever a session or an app password may have ended, as far as this node knows. */
  endings(): number;
};

/** Identifies senders of bytes, which may take a while: a session that ends meanwhile creates no file. */
export function createIdentity({ identify, sessions }: { identify: Identify; sessions: Sessions }): FindIdentity {
  return async (headers) => {
    const endingsBefore = sessions.endings();
    const identifiedAt = performance.now();
    const principal = await identify(headers);
    return {
      principal,
      async confirm() {
        const isFresh =
          principal.kind === 'person'
            ? sessions.isKnown(headers)
            : performance.now() - identifiedAt < cachedMs && sessions.endings() === endingsBefore;
        if (!isFresh) await identify(headers);
      },
    };
  };
}
