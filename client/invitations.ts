import type { OpenedInvitation } from '#contract/records/people.ts';
import type { Credentials } from './account.ts';
import { errorFromResponse, toApiError } from './api-error.ts';
import type { Server } from './server.ts';

/** A new account; `invitation` is the token of one. */
export type InvitedAccount = Credentials & { name: string; invitation: string };

/** What whoever has a link can do. Each throws ApiError. */
export function createInvitations(server: Server) {
  return {
    /** What the link with this token lets somebody do. */
    async open({ token }: { token: string }): Promise<OpenedInvitation> {
      return (await post('/invitation', { token })) as OpenedInvitation;
    },
    /** Creates an account; does not sign in. */
    async signUp({ invitation, ...account }: InvitedAccount): Promise<void> {
      await post('/sign-up/email', account, { 'x-invitation': invitation });
    },
  };

  async function post(path: string, body: object, headers: Record<string, string> = {}): Promise<unknown> {
    try {
      const response = await server.fetch(`${server.baseUrl}/api/auth${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
      if (!response.ok) throw await errorFromResponse(response);
      return await response.json();
    } catch (error) {
      throw toApiError(error);
    }
  }
}
