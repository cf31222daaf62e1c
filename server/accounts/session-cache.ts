/** The latest time after which a session's end on a node that could not signal it is noticed, in milliseconds. */
export const cachedMs = 1000;
const maxCached = 10_000;

/** Caches valid sessions for a moment, since a page sends many requests at once. */
export function createSessionCache() {
  const known = new Map<string, { account: string; until: number }>();
  let forgotten = 0;

  return {
    /** The account of the session in a Cookie header, as `find` returns it now or did a moment ago. */
    async accountOf(cookie: string, find: () => Promise<string | undefined>): Promise<string | undefined> {
      const cached = accountIn(cookie);
      if (cached !== undefined) return cached;
      const before = forgotten;
      const account = await find();
      // A session that was found while one ended may be that one.
      if (account !== undefined && before === forgotten) store(cookie, account);
      else known.delete(cookie);
      return account;
    },

    /** Whether `accountOf` would answer without `find`. */
    isKnown: (cookie: string): boolean => accountIn(cookie) !== undefined,

    /** Increases whenever a session may have ended. */
    endings: (): number => forgotten,

    /** To be called whenever a session may have ended. */
    forget(): void {
      forgotten += 1;
      known.clear();
    },
  };

  function accountIn(cookie: string): string | undefined {
    const cached = known.get(cookie);
    return cached !== undefined && performance.now() < cached.until ? cached.account : undefined;
  }

  function store(cookie: string, account: string) {
    if (known.size >= maxCached) known.clear();
    known.set(cookie, { account, until: performance.now() + cachedMs });
  }
}
