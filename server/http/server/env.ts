import type { HttpBindings } from '@hono/node-server';

/** What Node's adapter hands to every handler beside the request. */
export type Env = { Bindings: HttpBindings };
