import { createApi } from '#client/api.ts';
import type { Server } from '#client/server.ts';
import type { Person, Place } from './build-account.ts';

/** A program: it has no cookies and tells no Origin, only a token. */
export function programWith(token: string, { baseUrl }: Place, headers: Record<string, string> = {}) {
  const server: Server = {
    baseUrl,
    fetch(input, init) {
      const request = new Request(typeof input === 'string' ? new URL(input, baseUrl) : input, init);
      for (const [name, value] of Object.entries({ authorization: `Bearer ${token}`, ...headers })) {
        request.headers.set(name, value);
      }
      return fetch(request, { signal: init?.signal ?? request.signal });
    },
    headers: { authorization: `Bearer ${token}`, ...headers },
  };
  return { token, server, api: createApi(server), fetch: server.fetch };
}

/** A program that a person made an app password for. */
export async function programOf(person: Person, headers: Record<string, string> = {}) {
  const { id, token } = await person.api.appPasswords.create({ name: 'A program' });
  return { id, ...programWith(token, person.server, headers) };
}
