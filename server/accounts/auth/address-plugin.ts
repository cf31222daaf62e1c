import type { BetterAuthPlugin } from 'better-auth';
import { createAuthEndpoint } from 'better-auth/api';
import { z } from 'zod';
import type { AddressChanges } from '../address/address-changes.ts';
import { clientOf } from '../client-details.ts';
import { thrownAsAuthError } from './auth-hooks.ts';

const body = z.object({ token: z.string().max(100) });

/** The links of a change of the address. Who opens them need not be logged in; only a button on their page sends the token. */
export function addressPlugin(addresses: Pick<AddressChanges, 'confirm' | 'takeBack'>) {
  return {
    id: 'address',
    endpoints: {
      confirmAddress: createAuthEndpoint('/confirm-address', { method: 'POST', body }, async (context) =>
        context.json({
          email: await thrownAsAuthError(() => addresses.confirm(context.body.token, clientOf(context.headers))),
        }),
      ),
      takeBackAddress: createAuthEndpoint('/take-back-address', { method: 'POST', body }, async (context) =>
        context.json({
          email: await thrownAsAuthError(() => addresses.takeBack(context.body.token, clientOf(context.headers))),
        }),
      ),
    },
  } satisfies BetterAuthPlugin;
}
