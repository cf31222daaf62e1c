import type { LogInWays, OpenidWanted } from '#contract/openid.ts';
import { errorFromResponse, toApiError } from './api-error.ts';
import type { Server } from './server.ts';

/** The ways to log in to a server. Throws ApiError. */
export function logInWays(server: Server): Promise<LogInWays> {
  return call(server, '/api/log-in');
}

/** Where a browser goes for the log-in provider, from which it comes back to a page of this server. Throws ApiError. */
export async function beginOpenid(server: Server, wanted: OpenidWanted): Promise<{ url: string }> {
  return await call(server, '/api/openid/begin', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(wanted),
  });
}

async function call<Answer>(server: Server, path: string, init?: RequestInit): Promise<Answer> {
  try {
    const response = await server.fetch(`${server.baseUrl}${path}`, init);
    if (!response.ok) throw await errorFromResponse(response);
    return (await response.json()) as Answer;
  } catch (error) {
    throw toApiError(error);
  }
}
