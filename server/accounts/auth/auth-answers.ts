/**
 * An answer of the authentication service without the token of a session, which only the cookie carries: what scripts and
 * logs can read gives nobody a session.
 */
export async function withoutTokens(response: Response): Promise<Response> {
  if (response.status !== 200 || !response.headers.get('content-type')?.startsWith('application/json')) return response;
  const body: unknown = await response.json();
  const { status, headers } = response;
  headers.delete('content-length');
  return new Response(JSON.stringify(stripped(body)), { status, headers });
}

function stripped(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const { token: _token, session, ...rest } = body as { token?: unknown; session?: object };
  return session === undefined ? rest : { ...rest, session: stripped(session) };
}
