import { appCheckHeader } from '#contract/storage.ts';

/** Where a server is and how to speak to it. */
export type Server = {
  /** Origin without a trailing slash, for example `http://localhost:3000`. */
  baseUrl: string;
  /** Sends a request with whatever identifies the person: cookies in a browser. */
  fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** A faster way for requests that have a body, where there is one; `headers` are sent along. */
  send?: (sending: Sending) => Promise<Answer>;
  /** The same identity for transports that do not go through `fetch`; none is needed in a browser. */
  headers?: Record<string, string>;
};

/** One request, sent once. */
export type Sending = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: Blob | Uint8Array | string;
  signal: AbortSignal;
  /** Called with the bytes of the body that left, where the transport tells them. */
  onProgress?: (bytes: number) => void;
  /** A request on which nothing moves for this long is given up, in milliseconds. */
  silenceMs?: number;
};

export type Answer = { status: number; header(name: string): string | null; text: string };

/** The server that served this page; the session cookie travels by itself. */
export function ownServer(): Server {
  return { baseUrl: location.origin, fetch: (input, init) => fetch(input, init) };
}

type Program = {
  baseUrl: string;
  /** An app password. */
  token: string;
  /** The key of the app check, where the operator set one. */
  appCheckKey?: string;
};

/** A server as a program speaks to it: no cookies, the token in a header (RFC 6750, section 2.1). */
export function programServer({ baseUrl, token, appCheckKey }: Program): Server {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(appCheckKey === undefined ? {} : { [appCheckHeader]: appCheckKey }),
  };
  return {
    baseUrl,
    headers,
    fetch(input, init) {
      const request = new Request(input, init);
      for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
      return fetch(request);
    },
  };
}
