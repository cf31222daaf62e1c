import type { Account, Credentials, User } from '#client/account.ts';
import { forgetUser, readSavedUser, savedUserKey, saveUser, userFrom } from './saved-user.ts';

/** Undefined until the server reports it, then a user or none. */
export type AuthState = User | null | undefined;

/** What the log-in page says to someone whose session has ended. */
export type EndNotice = { title: string; help: string };

/** Who is signed in, as this tab knows it. */
export type Session = ReturnType<typeof createSession>;

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
    /** Asks the server who is signed in, and follows the other tabs. Returns a function that stops it. */
    open() {
      const stop = new AbortController();
      const { signal } = stop;
      window.addEventListener('storage', followOtherTabs, { signal });
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
    /** The server no longer knows the session. */
    ended,
    /** The end of the session stopped uploads, which resume after the next log-in from this page. To somebody else it says nothing. */
    stoppedUploads(count: number) {
      if (user) return;
      const what = count === 1 ? '1 upload is' : `${count} uploads are`;
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
    saveUser(signedIn);
    report(signedIn);
  }

  /** `notice`: why, if it is known. */
  function ended(notice?: EndNotice) {
    if (loggingOut) {
      endedMeanwhile = true;
      return;
    }
    endNotice = notice ?? endNotice;
    if (user) endNotice ??= { title: 'Your session has ended.', help: 'Log in again to continue.' };
    leave();
  }

  function leave() {
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
      if (before !== changes) return;
      if (answer === null) ended();
      else {
        saveUser(answer);
        report(answer);
      }
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
}
