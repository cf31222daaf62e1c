import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Person } from './build-account.ts';

type Wanted = { method?: string; headers: Record<string, string> };

/**
 * Asks with these very headers, as a browser does that tells what a request is for; fetch would tell of itself. No
 * redirect is followed.
 */
export async function askAsBrowser({ server, cookie }: Person, path: string, wanted: Wanted): Promise<Response> {
  const { method = 'GET', headers } = wanted;
  const asked = request(new URL(path, server.baseUrl), { method, headers: { ...headers, cookie } }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const body = await buffer(answer);
  return new Response(body.length === 0 ? null : new Uint8Array(body), {
    status: answer.statusCode ?? 0,
    headers: new Headers(answer.headers as Record<string, string>),
  });
}
