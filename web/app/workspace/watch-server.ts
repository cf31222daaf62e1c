import type { Server } from '#client/server.ts';

type ServerEvents = {
  /** The server answered that nobody is signed in. */
  onEnded: () => void;
  /** A request did not reach the server. */
  onUnreachable: () => void;
};

/** The same server; its answers are watched for the end of the session and of the connection. */
export function watchServer(server: Server, { onEnded, onUnreachable }: ServerEvents): Server {
  return {
    ...server,
    async fetch(input, init) {
      try {
        const response = await server.fetch(input, init);
        if (response.status === 401) onEnded();
        return response;
      } catch (error) {
        // Only a request that could not be sent or answered fails with a TypeError (Fetch, section 5.6).
        if (error instanceof TypeError) onUnreachable();
        throw error;
      }
    },
  };
}
