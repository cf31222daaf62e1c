import { createORPCClient } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import type { Api } from '#contract/api/api.ts';
import { linkTo } from './drive-api.ts';
import routes from './routes/admin.json' with { type: 'json' };
import type { Server } from './server.ts';

/** One typed function per endpoint of administrators. Each throws ApiError. */
export type AdminApi = ContractRouterClient<Api['admin']>;

/** Creates the typed calls of administrators to one server. */
export function createAdminApi(server: Server): AdminApi {
  const client: ContractRouterClient<Pick<Api, 'admin'>> = createORPCClient(linkTo(server, routes));
  return client.admin;
}
