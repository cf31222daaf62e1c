import type { Policy } from './policies.ts';
import type { Things } from './things.ts';

/** One request, without who sends it. */
export type Ask = {
  path: string;
  headers?: Record<string, string>;
  body?: string;
  /** Asked again until it is answered with this status: a server on a busy machine may not be ready for a moment. */
  until?: number;
};

/** How to ask a route about a thing of the owner's, and what each principal gets. */
export type Row = {
  ask: (things: Things) => Ask;
  /** The status where the policy says `ok`. */
  ok: number;
  policy: Policy;
  /** It changes something, so that another site must not be able to cause it. */
  changes?: true;
  /** It gives the thing to whoever has the secret in the request. */
  discloses?: true;
  /** It is what administrators do to the owner. */
  administers?: true;
  /** It ends the session with which it is sent. */
  endsSession?: true;
};

/** The rows of each entry of the router, by method and path as the contract writes them. */
export type Rows = Record<string, Record<string, Row>>;

export function json(path: string, body: object): Ask {
  return { path, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
