import type { Actor } from '../drive/actor.ts';
import { DriveError } from '../drive/drive-error.ts';
import type { Auth } from './auth.ts';

/** Tells who sends a request. Throws unauthenticated when nobody is signed in. */
export type Identify = (headers: Headers) => Promise<Actor>;

export function createIdentify(auth: Auth): Identify {
  return async (headers) => {
    const account = await auth.accountOf(headers);
    if (account === undefined) throw new DriveError('unauthenticated');
    return { account };
  };
}
