import { QueryClient } from '@tanstack/react-query';
import { createApi } from '#client/api.ts';
import { ApiError } from '#client/api-error.ts';
import { openSharedLive } from '#client/live-shared.ts';
import { ownServer, type Server } from '#client/server.ts';
import { startUpload } from '#client/storage/upload.ts';
import { createListings } from '../features/browse/listings.ts';
import { createUploadQueue } from '../features/upload/upload-queue.ts';
import { createConnection } from './connection.ts';

/** Everything that belongs to one signed-in person in this tab; nothing of it outlives their session. */
export type House = ReturnType<typeof openHouse>;

/** Opens the house of `uid`. `onEnded` is told when the server no longer knows the session. */
export function openHouse(uid: string, onEnded: () => void) {
  const server = watched(ownServer(), onEnded);
  const connection = createConnection(() => {
    // What could not be read while the server was away is read now.
    void queries.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
  });
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        // The change stream keeps what it can reach true; without it, what is shown is read again.
        staleTime: () => (connection.isConnected() ? Number.POSITIVE_INFINITY : 0),
        retry: (failures, error) => failures < 2 && error instanceof ApiError && error.code === 'unavailable',
        retryDelay: 500,
      },
    },
  });
  const listings = createListings({ api: createApi(server), queries });
  const uploads = createUploadQueue({ start: (source) => startUpload(server, source) });
  const live = openSharedLive(server, uid, {
    onReady: listings.ready,
    onChange: listings.changed,
    onReset: listings.reset,
    onEnded,
    onConnected: connection.set,
  });

  return {
    uid,
    connection,
    queries,
    listings,
    uploads,
    close() {
      live.close();
      connection.close();
      uploads.close();
      queries.clear();
    },
  };
}

/** The server, with an ear for the answer that nobody is signed in. */
function watched(server: Server, onEnded: () => void): Server {
  return {
    ...server,
    async fetch(input, init) {
      const response = await server.fetch(input, init);
      if (response.status === 401) onEnded();
      return response;
    },
  };
}
