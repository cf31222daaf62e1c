import { hash } from 'node:crypto';
import type { Principal } from './principal.ts';

/** The latest time after which a session's end on a node that could not signal it is noticed, in milliseconds. */
export const cachedMs = 1000;
const maxCached = 10_000;

/** The session of a person, by the id of its row; `isClosing` where the account waits to be deleted. */
export type PersonSession = Required<Pick<Principal, 'account' | 'sessionId' | 'confirmedAt'>> & { isClosing?: true };

/** Caches valid sessions for a moment, since a page sends many requests at once. */
export function createSessionCache() {
  const known = new Map<string, { session: PersonSession; until: number }>();
  /** Those that are being found, for all who ask meanwhile: the streams of an account wake up together. */
  const finding = new Map<string, Promise<PersonSession | undefined>>();
  let forgotten = 0;

  return {
    /** The session of a Cookie header, as `find` returns it now or did a moment ago. */
    async sessionOf(
      cookie: string,
      find: () => Promise<PersonSession | undefined>,
    ): Promise<PersonSession | undefined> {
      const key = keyOf(cookie);
      const cached = sessionIn(key);
      if (cached !== undefined) return cached;
      const running = finding.get(key);
      if (running !== undefined) return await running;
      const found = findAndStore(key, find);
      finding.set(key, found);
      try {
        return await found;
      } finally {
        if (finding.get(key) === found) finding.delete(key);
      }
    },

    /** Whether `sessionOf` would answer without `find`. */
    isKnown: (cookie: string): boolean => sessionIn(keyOf(cookie)) !== undefined,

    /** Increases whenever a session may have ended. */
    endings: (): number => forgotten,

    /** To be called whenever a session may have ended. */
    forget(): void {
      forgotten += 1;
      known.clear();
      // Who asks from now on does not get what was read before.
      finding.clear();
    },
  };

  async function findAndStore(key: string, find: () => Promise<PersonSession | undefined>) {
    const before = forgotten;
    const session = await find();
    // A session that was found while one ended may be that one.
    if (session !== undefined && before === forgotten) store(key, session);
    else known.delete(key);
    return session;
  }

  function sessionIn(key: string): PersonSession | undefined {
    const cached = known.get(key);
    return cached !== undefined && performance.now() < cached.until ? cached.session : undefined;
  }

  function store(key: string, session: PersonSession) {
    if (known.size >= maxCached) known.clear();
    known.set(key, { session, until: performance.now() + cachedMs });
  }
}

/** Of one length, whatever else a browser sends with its session. */
function keyOf(cookie: string): string {
  return hash('sha256', cookie, 'base64');
}
