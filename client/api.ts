import { createORPCClient, ORPCError } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import type { Api } from '#contract/api/api.ts';
import { errorFromBody, toApiError } from './api-error.ts';
import routes from './routes.json' with { type: 'json' };
import type { Server } from './server.ts';

/** One typed function per endpoint of the contract. Each throws ApiError. */
// With a name of its own, the compiler does not write out all of it wherever it is inferred.
export interface ApiClient extends ContractRouterClient<Api> {}

/** Creates the typed calls to one server. */
export function createApi(server: Server): ApiClient {
  // routes.json holds the methods and paths of the contract without its schemas, which keeps zod out of browsers.
  const link = new OpenAPILink(routes as unknown as Api, {
    url: server.baseUrl,
    fetch: (request, init) => server.fetch(request, init),
    customErrorResponseBodyDecoder: (body, response) => {
      const error = errorFromBody(body, response.status);
      return new ORPCError(error.code, { status: response.status, message: error.message, data: error.data });
    },
    interceptors: [
      async ({ next }) => {
        try {
          return await next();
        } catch (error) {
          if (!(error instanceof ORPCError)) throw toApiError(error);
          throw errorFromBody({ code: error.code, message: error.message, data: error.data }, error.status);
        }
      },
    ],
  });
  return createORPCClient(link);
}
