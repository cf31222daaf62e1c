import type { Account, Credentials, User } from '#client/account.ts';
import { forgetUser, readSavedUser, savedUserKey, saveUser, userFrom } from './saved-user.ts';

/** Undefined until the server reports it, then a user or none. */
export type AuthState = User | null | undefined;

/** What the log-in page says to someone whose session has ended. */
export type EndNotice = { title: string; help: string };

/** Who is signed in, as this tab knows it. */
export type Session = ReturnType<typeof createSession>;

/** The server ends the session before while the cookie of the next one is on its way, for this long at most, in milliseconds. */
const cookieMs = 1000;

/**
 * Follows who is signed in. A saved user counts until the server says otherwise, so that pages paint at once; what
 * happens in one tab reaches the others through the saved copy. `forget` deletes what this browser saved of the user
 * when the session ends.
 */
export function createSession(account: Account, forget: () => void) {
  const saved = readSavedUser();
  let user: AuthState = saved ?? undefined;
  let confirmed = false;
  let loggingOut = false;
  /** The server said so before it answered the log-out. */
  let endedMeanwhile = false;
  let endNotice: EndNotice | undefined;
  let former: string | undefined;
  let renewals = 0;
  let asking: Promise<void> | undefined;
  /** Counts changes, so that a late answer of the server cannot undo a newer one. */
  let changes = 0;
  const listeners = new Set<() => void>();

  return {
    /** The user; a saved one may still be unconfirmed. */
    user: () => user,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    account,
    /** Why the last session ended; undefined after the next login. */
    endNotice: () => endNotice,
    /** Whose session ended in this tab last. */
    formerUid: () => former,
    /** How often the user has logged in again: what was opened with the session before is opened anew. */
    renewals: () => renewals,
    /** Asks the server who is signed in. */
    check,
    /** Asks the server who is signed in, and follows the other tabs. Returns a function that stops it. */
    open() {
      const stop = new AbortController();
      const { signal } = stop;
      window.addEventListener('storage', followOtherTabs, { signal });
      window.addEventListener('pageshow', returnFromCache, { signal });
      window.addEventListener('online', () => void checkIfUnconfirmed(), { signal });
      void check();
      return () => stop.abort();
    },
    /** Signs in. Throws ApiError. */
    logIn: (credentials: Credentials) => logInBy(() => account.logIn(credentials)),
    logInBy,
    /** Signs out in all tabs, once: when the answer is here. Throws ApiError when the server could not end the session. */
    async logOut() {
      loggingOut = true;
      endedMeanwhile = false;
      try {
        await account.logOut();
      } catch (error) {
        if (!endedMeanwhile) throw error;
      } finally {
        loggingOut = false;
      }
      leave();
    },
    /**
     * The server no longer knows the session of a request. Unless `notice` says why, it is asked who is signed in: the same
     * person may have logged in again, or somebody else.
     */
    ended,
    /** The end of the session stopped uploads, which resume after the next log-in from this page. To somebody else it says nothing. */
    stoppedUploads(count: number) {
      if (user) return;
      const what = count === 1 ? '1 upload is' : `${count.toLocaleString('en')} uploads are`;
      endNotice = {
        title: endNotice?.title ?? 'You are logged out.',
        help: `${what} paused. Log in to continue.`,
      };
      notify();
    },
    /** Saves the current user again (specification, section 3). */
    save: saveUser,
  };

  /** Signs in by a call. The saved copy is an empty object until the server answers. Throws what the call throws. */
  async function logInBy(call: (service: Account) => Promise<User>): Promise<void> {
    saveUser({});
    const signedIn = await call(account);
    const isSame = signedIn.uid === user?.uid;
    saveUser(signedIn);
    report(signedIn);
    if (isSame) renew();
  }

  async function ended(notice?: EndNotice): Promise<void> {
    if (loggingOut || notice) over(notice);
    else await (asking ??= askWhoIsThere().finally(() => (asking = undefined)));
  }

  async function askWhoIsThere() {
    const before = { uid: user?.uid, changes, renewals };
    const ask = () => account.current().catch(() => null);
    let now = await ask();
    if (now === null) {
      await new Promise((resolve) => setTimeout(resolve, cookieMs));
      now = await ask();
    }
    if (changes === before.changes) follow(now);
    if (user && user.uid === before.uid && renewals === before.renewals) renew();
  }

  /** The server ended the session before when its person logged in again. */
  function renew() {
    renewals += 1;
    notify();
  }

  /** What the server answered. */
  function follow(now: User | null) {
    if (now) {
      saveUser(now);
      report(now);
    } else over(user ? { title: 'Your session has ended.', help: 'Log in again to continue.' } : undefined);
  }

  function over(notice?: EndNotice) {
    if (loggingOut) endedMeanwhile = true;
    else leave(notice);
  }

  function leave(notice?: EndNotice) {
    endNotice = notice ?? endNotice;
    former = user?.uid ?? former;
    forgetUser();
    forget();
    report(null);
  }

  function report(now: User | null) {
    changes += 1;
    confirmed = true;
    if (now) endNotice = undefined;
    if (user && now && user.uid === now.uid && user.email === now.email && user.closesAt === now.closesAt) return;
    if (user === null && now === null) return;
    user = now;
    notify();
  }

  function notify() {
    for (const listener of listeners) listener();
  }

  async function check() {
    const before = changes;
    try {
      const answer = await account.current();
      if (before === changes) follow(answer);
    } catch {
      // Without an answer a saved user stays signed in; otherwise nobody is.
      if (before === changes && user === undefined) {
        report(null);
        confirmed = false;
      }
    }
  }

  async function checkIfUnconfirmed() {
    if (!confirmed) await check();
  }

  function followOtherTabs(event: StorageEvent) {
    if (event.key !== savedUserKey && event.key !== null) return;
    if (event.key === null || event.newValue === null) changes += 1;
    else {
      const other = userFrom(event.newValue);
      // A log-in has begun there.
      if (other === null) return;
      const isSame = other.uid === user?.uid;
      report(isSame ? { ...user, ...other } : other);
      if (isSame) return;
      // Of somebody else there is more to know than the copy has.
    }
    void check();
  }

  /** What happened in the meantime has not reached a page that the browser kept while another one was shown. */
  function returnFromCache({ persisted }: PageTransitionEvent) {
    if (!persisted) return;
    if (user && readSavedUser()?.uid !== user.uid) {
      user = undefined;
      notify();
    }
    void check();
  }
}
