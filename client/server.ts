/** Where a server is and how to speak to it. */
export type Server = {
  /** Origin without a trailing slash, for example `http://localhost:3000`. */
  baseUrl: string;
  /** Sends a request with whatever identifies the person: cookies in a browser. */
  fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** The same identity for transports that do not go through `fetch`; none is needed in a browser. */
  headers?: Record<string, string>;
};

/** The server that served this page; the session cookie travels by itself. */
export function ownServer(): Server {
  return { baseUrl: location.origin, fetch: (input, init) => fetch(input, init) };
}
