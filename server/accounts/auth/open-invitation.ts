import type { BetterAuthPlugin } from 'better-auth';
import { createAuthEndpoint } from 'better-auth/api';
import { z } from 'zod';
import { type Invitations, invitationToken } from '../people/invitations.ts';
import { thrownAsAuthError } from './auth-hooks.ts';

/** Tells whoever has the token of a link what it lets them do; nobody is logged in yet. */
export function invitationPlugin(invitations: Pick<Invitations, 'read'>) {
  return {
    id: 'invitation',
    endpoints: {
      openInvitation: createAuthEndpoint(
        '/invitation',
        { method: 'POST', body: z.object({ token: invitationToken }) },
        async (context) => context.json(await thrownAsAuthError(() => invitations.read(context.body.token))),
      ),
    },
  } satisfies BetterAuthPlugin;
}
