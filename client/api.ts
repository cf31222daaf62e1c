import { createORPCClient } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import type { Api } from '#contract/api/api.ts';
import { linkTo } from './drive-api.ts';
import accountRoutes from './routes/account.json' with { type: 'json' };
import driveRoutes from './routes/drive.json' with { type: 'json' };
import type { Server } from './server.ts';

/** One typed function per endpoint of the contract, but for those of administrators. Each throws ApiError. */
// With a name of its own, the compiler does not write out all of it wherever it is inferred.
export interface ApiClient extends ContractRouterClient<Omit<Api, 'admin'>> {}

/** Creates the typed calls to one server. */
export function createApi(server: Server): ApiClient {
  return createORPCClient(linkTo(server, { ...driveRoutes, ...accountRoutes }));
}
