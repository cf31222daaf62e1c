import { accountHeader, appCheckHeader } from '#contract/storage.ts';

/** The address of a server and how to send requests to it. */
export type Server = {
  /** Origin without a trailing slash, for example `http://localhost:3000`. */
  baseUrl: string;
  /** Sends a request with the person's credentials: cookies in a browser. */
  fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** A faster transport for requests with a body, where there is one; it also sends `headers`. */
  send?: (sending: Sending) => Promise<Answer>;
  /** The same credentials for transports that do not use `fetch`; not needed in a browser. */
  headers?: Record<string, string>;
};

/** One request, sent once. */
export type Sending = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: Blob | Uint8Array | string;
  signal: AbortSignal;
  /** Called with the bytes of the body sent so far, if the transport reports them. */
  onProgress?: (bytes: number) => void;
  /** A request without progress for this long is aborted, in milliseconds. */
  silenceMs?: number;
};

export type Answer = { status: number; header(name: string): string | null; text: string };

/**
 * The server that served this page; the browser sends the session cookie. Requests for `account` are refused as
 * `unauthenticated` when the cookie is that of somebody else, who logged in meanwhile.
 */
export function ownServer(account?: string): Server {
  if (account === undefined) return { baseUrl: location.origin, fetch: (input, init) => fetch(input, init) };
  return {
    baseUrl: location.origin,
    headers: { [accountHeader]: account },
    fetch(input, init) {
      const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
      headers.set(accountHeader, account);
      return fetch(input, { ...init, headers });
    },
  };
}

type Program = {
  baseUrl: string;
  /** An app password. */
  token: string;
  /** The app-check key, if the operator has set one. */
  appCheckKey?: string;
};

/**
 * A server for programs: no cookies, the token in a header (RFC 6750, section 2.1). `send`: another transport for requests to
 * it, which follows no redirects.
 */
export function programServer({ baseUrl, token, appCheckKey }: Program, send: typeof fetch = fetch): Server {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(appCheckKey === undefined ? {} : { [appCheckHeader]: appCheckKey }),
  };
  return {
    baseUrl,
    headers,
    async fetch(input, init) {
      const request = new Request(input, init);
      // Given by itself: Node forgets the signal of a Request that nothing refers to any more (nodejs/undici, issue 4068).
      const signal = init?.signal ?? request.signal;
      const plain = new Headers(request.headers);
      for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
      const response = await send(request, { signal, redirect: 'manual' });
      const location = redirectOf(request, response);
      if (location === undefined) return response;
      await response.body?.cancel();
      // Another server, such as an S3 server with the bytes of a file, gets no credentials.
      const isSame = location.origin === new URL(baseUrl).origin;
      return await fetch(location, {
        method: request.method,
        headers: isSame ? request.headers : plain,
        signal,
        // The library would take the app-check key along to a further server.
        redirect: isSame ? 'error' : 'follow',
      });
    },
  };
}

/** Where a request that only reads is to be sent instead (RFC 9110, section 15.4). */
function redirectOf({ method, url }: Request, { status, headers }: Response): URL | undefined {
  const location = headers.get('location');
  const isReading = method === 'GET' || method === 'HEAD';
  return isReading && status >= 300 && status < 400 && location !== null ? new URL(location, url) : undefined;
}
