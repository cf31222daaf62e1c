import { signUp } from '../client/build-account.ts';
import { sharedServer } from '../server/shared-server.ts';
import { newPerson } from './browser.ts';

type Options = Parameters<typeof newPerson>[1];

/** Someone with an account of their own, signed in at a browser whose requests can all be held back. */
export async function signedIn(options: Options = {}) {
  const server = await sharedServer();
  const person = await signUp(server);
  const browser = await newPerson(server, { as: person, ...options });
  return { server, person, ...browser };
}
