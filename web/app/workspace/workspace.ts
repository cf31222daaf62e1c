import { QueryClient } from '@tanstack/react-query';
import { createApi } from '#client/api.ts';
import { ApiError } from '#client/api-error.ts';
import type { Live } from '#client/live.ts';
import { openSharedLive } from '#client/live-shared.ts';
import { ownServer, type Server } from '#client/server.ts';
import { createListings } from '#web/features/files/listing/listings.ts';
import { createSavedListings, forgetSavedListings } from '#web/features/files/listing/saved-listings.ts';
import { createTrashItems } from '#web/features/files/trash/trash-items.ts';
import { createUndoTrash } from '#web/features/files/trash/undo-trash.ts';
import { createSavedUploads, forgetSavedUploads } from '#web/features/upload/queue/saved-uploads.ts';
import { createSendFile } from '#web/features/upload/queue/send-file.ts';
import { createTransfers } from '#web/features/upload/queue/transfers.ts';
import { isOnItsWay } from '#web/features/upload/queue/upload-item.ts';
import { createUploadQueue } from '#web/features/upload/queue/upload-queue.ts';
import { createUploadTree } from '#web/features/upload/queue/upload-tree.ts';
import { createNotices } from '#web/ui/overlays/notices.tsx';
import { createConnection } from './connection.ts';

/** Everything that belongs to one signed-in person in this tab; nothing of it outlives their session. */
export type Workspace = ReturnType<typeof openWorkspace>;

/** Opens the house of `uid`. `onEnded` is told when the server no longer knows the session. */
export function openWorkspace(uid: string, onEnded: () => void) {
  const server = watched(ownServer(), { onEnded, onMissed: () => connection.missed() });
  const connection = createConnection({
    // What could not be read while the server was away is read now.
    onBack: () => void queries.refetchQueries({ predicate: ({ state }) => state.status === 'error' }),
    onOffline: () => listings.lost(),
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
  const kept = createSavedListings(uid);
  const api = createApi(server);
  const listings = createListings({ api, queries, kept, isFollowed: connection.isConnected });
  const uploads = createUploadQueue({ start: createSendFile(server), kept: createSavedUploads(uid) });
  const trash = createTrashItems({ api: api.trash, queries });
  const notices = createNotices();
  const transfers = createTransfers({ ownUrls: uploads.urls });
  uploads.subscribe(transfers.sort);
  let live: Live | undefined;
  let closed = false;
  void forgetSavedListings(uid);
  void forgetSavedUploads(uid);
  void kept.newestRevision().then(follow);

  return {
    uid,
    connection,
    queries,
    listings,
    uploads,
    transfers,
    trash,
    removed: createUndoTrash({ api, notices }),
    notices,
    uploadTree: createUploadTree({ api, queue: uploads }),
    /** Tries to reach the server now. */
    async tryAgain(): Promise<void> {
      live?.retry();
      await queries.refetchQueries({ type: 'active' });
    },
    /** Ends everything and empties what the browser keeps. Returns how many uploads it stopped. */
    close(): number {
      closed = true;
      const stopped = uploads.snapshot().items.filter(isOnItsWay).length;
      live?.close();
      listings.close();
      trash.close();
      connection.close();
      uploads.close();
      queries.clear();
      // Once more than the session does: until a moment ago something could be kept.
      void forgetSavedListings();
      void forgetSavedUploads();
      return stopped;
    },
  };

  /** Follows what changes after the newest kept listing, so that it need not be read again. */
  function follow(after: number | undefined) {
    if (closed) return;
    live = openSharedLive(
      server,
      uid,
      {
        onReady(revision) {
          listings.ready(revision);
          trash.reset();
        },
        onChange(change) {
          listings.changed(change);
          trash.changed(change);
        },
        onReset(revision) {
          listings.reset(revision);
          trash.reset();
        },
        onEnded,
        onTransfers: transfers.heard,
        onConnected: connection.set,
      },
      after,
    );
  }
}

type Ears = {
  /** The server answered that nobody is signed in. */
  onEnded: () => void;
  /** The server was not reached. */
  onMissed: () => void;
};

function watched(server: Server, { onEnded, onMissed }: Ears): Server {
  return {
    ...server,
    async fetch(input, init) {
      try {
        const response = await server.fetch(input, init);
        if (response.status === 401) onEnded();
        return response;
      } catch (error) {
        // Only a request that could not be sent or answered fails with a TypeError (Fetch, section 5.6).
        if (error instanceof TypeError) onMissed();
        throw error;
      }
    },
  };
}
