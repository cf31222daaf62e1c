import { errorFromResponse, toApiError } from './api-error.ts';
import type { Server } from './server.ts';

/** The signed-in person; `closesAt` when their account is deleted, in milliseconds, if they closed it. */
export type User = { uid: string; email: string; closesAt?: number };

export type Credentials = { email: string; password: string };

/** Calls of the authentication service at `/api/auth/*`. Each throws ApiError. */
export type Account = ReturnType<typeof createAccount>;

export function createAccount(server: Server) {
  return {
    /** Creates an account; does not sign in. */
    async signUp({ email, password }: Credentials): Promise<void> {
      await post('/sign-up/email', { email, password, name: email });
    },
    /** Signs in: the server sets the session cookie. */
    async logIn(credentials: Credentials): Promise<User> {
      return userFrom(await post('/sign-in/email', credentials));
    },
    /** The second step of a log-in that was refused with `second-step-needed`. With `trust`, this browser is not asked for 30 days. */
    async takeSecondStep(step: { code: string; trust: boolean }): Promise<User> {
      return userFrom(await post('/second-step', step));
    },
    /** Ends the session. */
    async logOut(): Promise<void> {
      await post('/sign-out', {});
    },
    /** Keeps an account that waits to be deleted. */
    async keepAccount(): Promise<void> {
      await post('/keep-account', {});
    },
    /** The signed-in person, or null if nobody is signed in. */
    async current(): Promise<User | null> {
      const answer = await call('/get-session', { headers: { accept: 'application/json' } });
      return answer === null ? null : userFrom(answer);
    },
    /** Requests a mail with a reset link. The response is the same whether or not the address has an account. */
    async requestReset({ email }: { email: string }): Promise<void> {
      await post('/request-password-reset', { email, redirectTo: '/reset' });
    },
    /**
     * Sets a new password with the token of a reset link, which ends all sessions, app passwords, passkeys, download tokens and
     * other reset links.
     */
    async resetPassword({ token, newPassword }: { token: string; newPassword: string }): Promise<void> {
      await post('/reset-password', { token, newPassword });
    },
  };

  function post(path: string, body: object): Promise<unknown> {
    return call(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  }

  async function call(path: string, init: RequestInit): Promise<unknown> {
    try {
      const response = await server.fetch(`${server.baseUrl}/api/auth${path}`, init);
      if (!response.ok) throw await errorFromResponse(response);
      return await response.json();
    } catch (error) {
      throw toApiError(error);
    }
  }
}

/** The person in an answer of the authentication service. */
export function userFrom(answer: unknown): User {
  const { user, closesAt } = answer as { user: { id: string; email: string }; closesAt?: number };
  return { uid: user.id, email: user.email, ...(closesAt === undefined ? {} : { closesAt }) };
}
