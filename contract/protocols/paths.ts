import { accountPaths } from './accounts.ts';
import { contentPaths } from './content.ts';
import { objectPaths } from './objects.ts';
import { serverPaths } from './server.ts';
import { uploadPaths } from './uploads.ts';

/**
 * The endpoints other than the JSON calls of oRPC: accounts, uploads, bytes, the bucket by path, the live stream and
 * health, as OpenAPI 3.1 path items.
 * Together with `../api.ts` these are all endpoints of the server below `/api`, `/content`, `/healthz` and `/readyz`.
 */
export const protocolPaths = {
  ...serverPaths,
  ...accountPaths,
  ...uploadPaths,
  ...objectPaths,
  ...contentPaths,
};
