import { errorFromResponse, toApiError } from './api-error.ts';
import type { Server } from './server.ts';

/** Makes an address that of the account, with the token of the link that was mailed to it; returns it. Throws ApiError. */
export function confirmAddress(server: Server, token: string): Promise<{ email: string }> {
  return post(server, '/api/auth/confirm-address', token);
}

/** Gives the account the address back that it had, with the token of the link that was mailed there; returns it. Throws ApiError. */
export function takeBackAddress(server: Server, token: string): Promise<{ email: string }> {
  return post(server, '/api/auth/take-back-address', token);
}

async function post(server: Server, path: string, token: string): Promise<{ email: string }> {
  try {
    const response = await server.fetch(`${server.baseUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    });
    if (!response.ok) throw await errorFromResponse(response);
    return (await response.json()) as { email: string };
  } catch (error) {
    throw toApiError(error);
  }
}
