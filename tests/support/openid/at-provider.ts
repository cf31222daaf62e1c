import type { OpenidWanted } from '#contract/openid.ts';
import type { Visitor } from '../client/build-account.ts';
import { createCookieJar } from '../client/cookie-jar.ts';

type Begun = Partial<OpenidWanted>;

/** Begins at Keepsake. Returns the address at the provider, or throws the code of the refusal. */
export async function begin(
  visitor: Visitor,
  { purpose = 'log-in', returnTo = '/task', invitation }: Begun = {},
): Promise<URL> {
  const response = await visitor.fetch('/api/openid/begin', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ purpose, returnTo, invitation }),
  });
  const body = (await response.json()) as { url?: string; code?: string };
  if (body.url === undefined) throw new Error(body.code);
  return new URL(body.url);
}

/** Logs in at the provider as a person of it, in a browser without a session there. Returns the address that it sends back to. */
export async function logInThere(at: URL, subject: string): Promise<URL> {
  const jar = createCookieJar();
  let next = at;
  for (let step = 0; step < 8; step += 1) {
    const isPage = next.pathname.startsWith('/interaction/');
    const response = await fetch(next, {
      method: isPage ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: jar.header(), ...(isPage ? { 'content-type': 'application/x-www-form-urlencoded' } : {}) },
      ...(isPage ? { body: new URLSearchParams({ subject }).toString() } : {}),
    });
    jar.store(response);
    const location = response.headers.get('location');
    if (location === null) throw new Error(`The provider answered ${response.status}: ${await response.text()}`);
    next = new URL(location, next);
    if (next.origin !== at.origin) return next;
  }
  throw new Error('The provider sends around in circles');
}

/** Comes back to Keepsake. Returns the page that it sends to, without the rest of it. */
export async function comeBack(visitor: Visitor, back: URL): Promise<string> {
  const response = await visitor.fetch(back.href, { redirect: 'manual' });
  if (response.status !== 302) throw new Error(`It answered ${response.status}: ${await response.text()}`);
  return response.headers.get('location') ?? '';
}

/** All of it. */
export async function byProvider(visitor: Visitor, subject: string, begun: Begun = {}): Promise<string> {
  return await comeBack(visitor, await logInThere(await begin(visitor, begun), subject));
}
