/**
 * An answer of the authentication service without the token of a session, which only the cookie carries: what scripts and
 * logs can read gives nobody a session.
 */
export async function withoutTokens(response: Response): Promise<Response> {
  return isJson(response) ? replaced(response, stripped(await response.json())) : response;
}

/**
 * An answer that leaves the browser the cookies it has, unless it brings a session: the request may have been sent with the session
 * before, and its answer arrive after the one that brought the next.
 */
export function withoutCookieEnds(response: Response): Response {
  const { headers } = response;
  const cookies = headers.getSetCookie();
  if (cookies.some((cookie) => bringsSession.test(cookie))) return response;
  headers.delete('set-cookie');
  for (const cookie of cookies) if (!isEmpty.test(cookie)) headers.append('set-cookie', cookie);
  return response;
}

const bringsSession = /^[^=]*session_token=[^;]/;
const isEmpty = /^[^=]*=;/;

/** An answer that tells of a person, with the time at which their account will be deleted, if they closed it: `closesAt`. */
export async function withClosing(
  response: Response,
  closesAt: (account: string) => Promise<number | undefined>,
): Promise<Response> {
  if (!isJson(response)) return response;
  const body = (await response.json()) as { user?: { id?: unknown } } | null;
  const id = body?.user?.id;
  const at = typeof id === 'string' ? await closesAt(id) : undefined;
  return replaced(response, at === undefined ? body : { ...body, closesAt: at });
}

function isJson({ status, headers }: Response): boolean {
  return status === 200 && headers.get('content-type')?.startsWith('application/json') === true;
}

function replaced({ status, headers }: Response, body: unknown): Response {
  headers.delete('content-length');
  return new Response(JSON.stringify(body), { status, headers });
}

function stripped(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const { token: _token, session, ...rest } = body as { token?: unknown; session?: object };
  return session === undefined ? rest : { ...rest, session: stripped(session) };
}
