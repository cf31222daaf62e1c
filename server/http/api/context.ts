import type { AccountEventKind } from '#contract/records/account-events.ts';
import type { Client } from '#server/accounts/client-details.ts';
import type { Principal } from '#server/accounts/principal.ts';
import type { Repeatable } from '#server/drive/access/scope.ts';
import type { proxyOf } from '../server/client-address.ts';

/** What the endpoints know of a request. */
export type Context = {
  principal: Principal;
  client: Client;
  proxy: ReturnType<typeof proxyOf>;
  cookie: string | null;
  origin: string | null;
  repeatable: Repeatable | undefined;
  /** Adds a Set-Cookie header to the answer. */
  setCookie: (header: string) => void;
};

/** Records what happened with the account of a request, and mails about it. */
export type Happened = (context: Context, kind: AccountEventKind, subject?: string | null) => Promise<void>;
