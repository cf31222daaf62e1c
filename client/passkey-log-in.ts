import { type User, userFrom } from './account.ts';
import { errorFromResponse, toApiError } from './api-error.ts';
import type { Server } from './server.ts';

/** What a browser is asked with, for `PublicKeyCredential.parseRequestOptionsFromJSON`. */
export type PasskeyRequest = PublicKeyCredentialRequestOptionsJSON;

/**
 * What a browser is asked with for a passkey: for any, or with `secondStep` for one of the account whose password was typed.
 * Throws ApiError.
 */
export async function askForPasskey(server: Server, secondStep: boolean): Promise<PasskeyRequest> {
  return (await post(server, '/passkey-options', { secondStep })) as PasskeyRequest;
}

/** Signs in with what the browser shows: the server sets the session cookie. Throws ApiError. */
export async function logInWithPasskey(server: Server, answer: object): Promise<User> {
  return userFrom(await post(server, '/passkey', { answer }));
}

async function post(server: Server, path: string, body: object): Promise<unknown> {
  try {
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await server.fetch(`${server.baseUrl}/api/auth${path}`, init);
    if (!response.ok) throw await errorFromResponse(response);
    return await response.json();
  } catch (error) {
    throw toApiError(error);
  }
}
