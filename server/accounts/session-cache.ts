/** A session that ended on a node that could not signal it is noticed after this time at the latest, in milliseconds. */
export const rememberedMs = 1000;
const maxRemembered = 10_000;

/** Remembers for a moment which sessions are valid, since a page asks for many things at once. */
export function createSessionCache() {
  const known = new Map<string, { account: string; until: number }>();
  let forgotten = 0;

  return {
    /** The account of the session in a Cookie header, as `find` tells it now or told it a moment ago. */
    async accountOf(cookie: string, find: () => Promise<string | undefined>): Promise<string | undefined> {
      const remembered = known.get(cookie);
      if (remembered !== undefined && performance.now() < remembered.until) return remembered.account;
      const before = forgotten;
      const account = await find();
      // What was found while a session ended may be that session.
      if (account !== undefined && before === forgotten) remember(cookie, account);
      else known.delete(cookie);
      return account;
    },

    /** Rises whenever a session may have ended. */
    endings: (): number => forgotten,

    /** To be called whenever a session may have ended. */
    forget(): void {
      forgotten += 1;
      known.clear();
    },
  };

  function remember(cookie: string, account: string) {
    if (known.size >= maxRemembered) known.clear();
    known.set(cookie, { account, until: performance.now() + rememberedMs });
  }
}
