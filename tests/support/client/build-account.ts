import { randomUUID } from 'node:crypto';
import { type Account, type Credentials, createAccount } from '#client/account.ts';
import { type ApiClient, createApi } from '#client/api.ts';
import type { Server } from '#client/server.ts';
import { insertPerson, type Reachable } from '../database/insert-person.ts';
import { createCookieJar } from './cookie-jar.ts';
import { ownAddress } from './own-address.ts';

/** Where a running server is. */
export type Place = {
  baseUrl: string;
  /** How requests are sent; `fetch` unless given. */
  sendRequest?: (request: Request, init: { signal: AbortSignal }) => Promise<Response>;
};

/** Someone with a cookie jar and a client address of their own, who may or may not be signed in. */
export type Visitor = {
  /** The client address the server sees. */
  address: string;
  /** What a Cookie header has to say right now. */
  readonly cookie: string;
  /** The cookies by name, for a browser to take over. */
  cookies(): Record<string, string>;
  /** For everything in #client. */
  server: Server;
  account: Account;
  api: ApiClient;
  /** Requests a path of the server, or an absolute URL, as this visitor. */
  fetch: Server['fetch'];
};

/** A visitor with an account who is signed in. */
export type Person = Visitor & Credentials & { uid: string };

/** Someone who is not signed in, unless their cookies say so. */
export function visit({ baseUrl, sendRequest = fetch }: Place, cookies: Record<string, string> = {}): Visitor {
  const jar = createCookieJar(cookies);
  const address = ownAddress();
  const identity = () => ({ cookie: jar.header(), origin: baseUrl, 'x-forwarded-for': address });
  const server: Server = {
    baseUrl,
    async fetch(input, init) {
      const request = new Request(typeof input === 'string' ? new URL(input, baseUrl) : input, init);
      for (const [name, value] of Object.entries(identity())) {
        if (!request.headers.has(name) && value !== '') request.headers.set(name, value);
      }
      // Given by itself, as in client/server.ts: Node may forget the signal of a Request.
      const response = await sendRequest(request, { signal: init?.signal ?? request.signal });
      jar.store(response);
      return response;
    },
    get headers() {
      return identity();
    },
  };
  return {
    address,
    get cookie() {
      return jar.header();
    },
    cookies: jar.all,
    server,
    account: createAccount(server),
    api: createApi(server),
    fetch: server.fetch,
  };
}

/**
 * Makes an account and signs it in. Where the database can be reached and nothing is wanted of the account, its rows are
 * inserted: hashing the password twice would cost a fifth of a second.
 */
export async function signUp(place: Place | (Place & Reachable), wanted?: Partial<Credentials>): Promise<Person> {
  if ('dataFolder' in place && wanted === undefined) {
    const { cookies, ...inserted } = await insertPerson(place);
    return asPerson(visit(place, cookies), inserted);
  }
  const credentials = {
    email: wanted?.email ?? `${randomUUID()}@example.org`,
    password: wanted?.password ?? `pass-${randomUUID()}`,
  };
  await visit(place).account.signUp(credentials);
  return logIn(place, credentials);
}

/** Signs in to an account that exists: a further session, as on another device. */
export async function logIn(place: Place, credentials: Credentials): Promise<Person> {
  const visitor = visit(place);
  const { uid } = await visitor.account.logIn(credentials);
  return asPerson(visitor, { uid, ...credentials });
}

/** The same person with the same session, where the server has another address. */
export function personAt(place: Place, person: Person): Person {
  return asPerson(visit(place, person.cookies()), person);
}

function asPerson(visitor: Visitor, { uid, email, password }: Credentials & { uid: string }): Person {
  return Object.defineProperties(visitor as Person, {
    uid: { value: uid, enumerable: true },
    email: { value: email, enumerable: true },
    password: { value: password, enumerable: true },
  });
}
