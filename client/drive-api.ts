import { createORPCClient, ORPCError } from '@orpc/client';
import type { AnyContractRouter, ContractRouterClient } from '@orpc/contract';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import type { DriveApi } from '#contract/api/api.ts';
import { errorFromBody, toApiError } from './api-error.ts';
import routes from './routes/drive.json' with { type: 'json' };
import type { Server } from './server.ts';

/** One typed function per endpoint of folders and files. Each throws ApiError. */
// With a name of its own, the compiler does not write out all of it wherever it is inferred.
export interface DriveClient extends ContractRouterClient<DriveApi> {}

/** Creates the typed calls to one server that pages with folders need. */
export function createDriveApi(server: Server): DriveClient {
  return createORPCClient(linkTo(server, routes));
}

/**
 * How calls reach a server. `methods` are the methods and paths of a part of the contract without its schemas, which keeps zod out
 * of browsers.
 */
export function linkTo(server: Server, methods: object) {
  return new OpenAPILink(methods as AnyContractRouter, {
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
}
