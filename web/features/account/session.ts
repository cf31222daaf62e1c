import type { Account, Credentials, User } from '#client/account.ts';
import { forgetUser, readSavedUser, savedUserKey, saveUser, userFrom } from './saved-user.ts';

/** Undefined until the server reports it, then a user or none. */
export type AuthState = User | null | undefined;

/** Who is signed in, as this tab knows it. */
export type Session = ReturnType<typeof createSession>;

/**
 * Follows who is signed in. A saved user counts until the server says otherwise, so that pages paint at once; what
 * happens in one tab reaches the others through the saved copy.
 */
export function createSession(account: Account) {
  const saved = readSavedUser();
  let user: AuthState = saved ?? undefined;
  let confirmed = false;
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
      report(signedIn);
    },
    /** Signs out in all tabs. Throws ApiError when the server could not end the session. */
    async logOut() {
      await account.logOut();
      ended();
    },
    ended,
    /** Saves the current user again (specification, section 3). */
    save: saveUser,
  };

  /** The server no longer knows the session. */
  function ended() {
    forgetUser();
    report(null);
  }

  function report(now: User | null) {
    turn += 1;
    confirmed = true;
    if (user && now && user.uid === now.uid && user.email === now.email) return;
    if (user === null && now === null) return;
    user = now;
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
