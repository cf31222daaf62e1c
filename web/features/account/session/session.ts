import type { Account, Credentials, User } from '#client/account.ts';
import { forgetUser, readSavedUser, savedUserKey, saveUser, userFrom } from './saved-user.ts';

/** Undefined until the server reports it, then a user or none. */
export type AuthState = User | null | undefined;

/** What the log-in page says to someone whose session is over. */
export type Farewell = { title: string; help: string };

/** Who is signed in, as this tab knows it. */
export type Session = ReturnType<typeof createSession>;

/**
 * Follows who is signed in. A saved user counts until the server says otherwise, so that pages paint at once; what
 * happens in one tab reaches the others through the saved copy. `forget` empties what this browser keeps of a person
 * when their session is over.
 */
export function createSession(account: Account, forget: () => void) {
  const saved = readSavedUser();
  let user: AuthState = saved ?? undefined;
  let confirmed = false;
  let loggingOut = false;
  let farewell: Farewell | undefined;
  /** Rises with each change, so that a late answer of the server cannot undo a newer one. */
  let turn = 0;
  const listeners = new Set<() => void>();

  return {
    /** The user; a saved one may still be unconfirmed. */
    user: () => user,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    account,
    /** What there is to say about the session before; undefined after the next login. */
    farewell: () => farewell,
    /** Starts to listen: asks the server, and follows the other tabs. Returns the way to stop. */
    open() {
      const stop = new AbortController();
      const { signal } = stop;
      window.addEventListener('storage', followOtherTabs, { signal });
      window.addEventListener('online', () => void askIfUnknown(), { signal });
      void ask();
      return () => stop.abort();
    },
    /** Signs in. The saved copy is an empty object until the server knows the person. Throws ApiError. */
    async logIn(credentials: Credentials) {
      saveUser({});
      const signedIn = await account.logIn(credentials);
      saveUser(signedIn);
      farewell = undefined;
      report(signedIn);
    },
    /** Signs out in all tabs. Throws ApiError when the server could not end the session. */
    async logOut() {
      loggingOut = true;
      try {
        await account.logOut();
        leave();
      } finally {
        loggingOut = false;
      }
    },
    /** The server no longer knows the session. */
    ended,
    /** The end of the session stopped uploads. */
    stoppedUploads(count: number) {
      const what = count === 1 ? '1 upload' : `${count} uploads`;
      farewell = {
        title: farewell?.title ?? 'You are logged out.',
        help: `${what} stopped before the end. Log in and add the files again.`,
      };
      tell();
    },
    /** Saves the current user again (specification, section 3). */
    save: saveUser,
  };

  function ended() {
    if (user && !loggingOut) farewell ??= { title: 'Your session has ended.', help: 'Log in again to go on.' };
    leave();
  }

  function leave() {
    forgetUser();
    forget();
    report(null);
  }

  function report(now: User | null) {
    turn += 1;
    confirmed = true;
    if (user && now && user.uid === now.uid && user.email === now.email) return;
    if (user === null && now === null) return;
    user = now;
    tell();
  }

  function tell() {
    for (const listener of listeners) listener();
  }

  async function ask() {
    const asked = turn;
    try {
      const answer = await account.current();
      if (asked !== turn) return;
      if (answer === null) ended();
      else {
        saveUser(answer);
        report(answer);
      }
    } catch {
      // Without an answer a saved user goes on, and nobody is signed in otherwise.
      if (asked === turn && user === undefined) {
        report(null);
        confirmed = false;
      }
    }
  }

  async function askIfUnknown() {
    if (!confirmed) await ask();
  }

  function followOtherTabs(event: StorageEvent) {
    if (event.key !== savedUserKey && event.key !== null) return;
    if (event.key === null || event.newValue === null) {
      void ask();
      return;
    }
    const other = userFrom(event.newValue);
    if (other) report(other);
  }
}
