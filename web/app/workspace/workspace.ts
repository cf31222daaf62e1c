import { createDriveApi } from '#client/drive-api.ts';
import type { Live } from '#client/live.ts';
import { openSharedLive } from '#client/live-shared.ts';
import { ownServer } from '#client/server.ts';
import { sendLostAgain } from '#client/storage/requests/send-lost-again.ts';
import { terminateUpload } from '#client/storage/upload.ts';
import { kindOf } from '#contract/kinds.ts';
import { readSavedUser } from '#web/features/account/session/saved-user.ts';
import { entryCommands } from '#web/features/files/actions/entry-commands.ts';
import { createListings } from '#web/features/files/listing/listings.ts';
import { createSavedListings, forgetSavedListings } from '#web/features/files/listing/saved-listings.ts';
import { createTrashItems } from '#web/features/files/trash/trash-items.ts';
import { createUndo } from '#web/features/files/undo/undo.ts';
import { tellUnpacked } from '#web/features/files/unpacking/tell-unpacked.ts';
import { createUnpackings } from '#web/features/files/unpacking/unpackings.ts';
import { createViewItems } from '#web/features/files/views/view-items.ts';
import { createSavedUploads } from '#web/features/upload/queue/saved-uploads.ts';
import { createSendFile } from '#web/features/upload/queue/send-file.ts';
import { createTransfers } from '#web/features/upload/queue/transfers.ts';
import type { HeldUpload } from '#web/features/upload/queue/upload-job.ts';
import { createUploadQueue } from '#web/features/upload/queue/upload-queue.ts';
import { forgetSavedUploads } from '#web/features/upload/queue/upload-rows.ts';
import { filesIn } from '#web/features/upload/tree/file-tree.ts';
import { createUploadTree, type HeldTree } from '#web/features/upload/tree/upload-tree.ts';
import { watchPresses } from '#web/ui/browser/pressed.ts';
import { createToasts } from '#web/ui/overlays/toasts.tsx';
import { createConnection } from './connection.ts';
import { createQueryCache } from './query-cache.ts';
import { createRenewedFiles } from './renewed-files.ts';
import { createUploadedFiles } from './uploaded-files.ts';
import { watchServer } from './watch-server.ts';

/** Everything that belongs to one signed-in user in this tab; nothing of it outlives the session. */
export type Workspace = ReturnType<typeof openWorkspace>;

/** What a workspace had not uploaded when it was closed, and how many files that are. */
export type HeldUploads = {
  uploads: readonly HeldUpload[];
  trees: readonly HeldTree[];
  count: number;
};

/** Opens the workspace of `uid`. `onEnded` runs when the server no longer knows the session. */
export function openWorkspace(uid: string, onEnded: () => void) {
  watchPresses();
  const server = sendLostAgain(watchServer(ownServer(uid), { onEnded, onUnreachable: () => connection.unreachable() }));
  const connection = createConnection({
    // What could not be read while the server was unreachable is read now.
    onBack: () => void queries.refetchQueries({ predicate: ({ state }) => state.status === 'error' }),
    onDisconnected: () => listings.disconnected(),
  });
  const queries = createQueryCache(connection);
  const api = createDriveApi(server);
  const savedListings = createSavedListings(uid);
  const unpackings = createUnpackings({ api, onEnded: (ended) => void tellUnpacked({ api, undo, toasts }, ended) });
  const listings = createListings({
    account: uid,
    api,
    queries,
    saved: savedListings,
    isLive: connection.isConnected,
    unpackings,
  });
  const toasts = createToasts();
  const undo = createUndo({ api, toasts, account: uid, onUndone: listings.results.show });
  const uploaded = createUploadedFiles({ api, results: listings.results, toasts });
  const renewed = createRenewedFiles({ undo, versions: listings.versions, toasts });
  const uploads = createUploadQueue({
    start: createSendFile(server),
    terminate: (url) => terminateUpload(server, url),
    saved: createSavedUploads(uid),
    onUnpack: (zips) => void entryCommands({ listings, toasts, undo }).unpack(zips),
    onStored(fileId, file, operationId) {
      renewed.stored(operationId);
      if (kindOf(file.type) === 'video')
        void import('#web/features/upload/posters/send-poster.ts')
          .then(({ sendPoster }) => sendPoster({ api, server }, { id: fileId, file }))
          .catch(() => {}); // A film without a picture is no failure.
      uploaded.stored(fileId, uploads.uploaded() <= 1 && !uploadTree.isRunning());
    },
  });
  const uploadTree = createUploadTree({
    api,
    queue: uploads,
    onFolder: (id, isFirst) => uploaded.stored(id, isFirst),
  });
  const trash = createTrashItems({ api, queries });
  const views = createViewItems({ api, queries, isUnanswered: listings.isUnanswered });
  const transfers = createTransfers({ ownUrls: uploads.urls });
  uploads.subscribe(transfers.refresh);
  let live: Live | undefined;
  let closed = false;
  void savedListings
    .newestRevision()
    .then(follow)
    // What the page waits for is read before.
    .then(() => Promise.all([forgetSavedListings(uid), forgetSavedUploads(uid)]));

  return {
    uid,
    connection,
    queries,
    listings,
    uploads,
    uploaded,
    transfers,
    trash,
    undo,
    renewed,
    views,
    toasts,
    uploadTree,
    /** Tries to reach the server now. */
    async tryAgain(): Promise<void> {
      live?.retry();
      await queries.refetchQueries({ type: 'active' });
    },
    /** Uploads what an earlier workspace of this person held. */
    resumeHeld(held: HeldUploads) {
      uploads.resumeHeld(held.uploads);
      for (const { tree, folderId, ...options } of held.trees) void uploadTree.upload(tree, folderId, options);
    },
    /**
     * Closes everything and, at the end of the session, empties what the browser has saved; after an error the session
     * goes on. Returns the uploads that it stopped; `resumes`: the next workspace goes on with them at once.
     */
    close({ resumes }: { resumes: boolean }): HeldUploads {
      closed = true;
      live?.close();
      listings.close();
      trash.close();
      views.close();
      connection.close();
      undo.close();
      unpackings.close();
      const trees = uploadTree.close();
      const held = uploads.close({ resumes });
      queries.clear();
      const now = readSavedUser()?.uid;
      if (now !== uid) {
        // The session does the same at its end, but until a moment ago something could still be saved.
        void forgetSavedListings(now);
        void forgetSavedUploads(now);
      }
      // Folders without a file are something, too, and so is what is still being read.
      const filesOf = ({ tree }: HeldTree) => (tree instanceof Promise ? 1 : filesIn(tree) || 1);
      const count = trees.reduce((sum, tree) => sum + filesOf(tree), held.length);
      return { uploads: held, trees, count };
    },
  };

  /** Follows the changes since the newest saved listing, so that it need not be read again. */
  function follow(after: number | undefined) {
    if (closed) return;
    live = openSharedLive(
      server,
      uid,
      {
        onReady(revision) {
          listings.ready(revision);
          trash.reset();
          views.reset();
        },
        onChange(change) {
          listings.changed(change);
          trash.changed(change);
          renewed.changed(change);
          views.changed(change);
        },
        onReset(revision) {
          listings.reset(revision);
          trash.reset();
          views.reset();
        },
        onEnded,
        onTransfers: transfers.update,
        onConnected(connected) {
          connection.set(connected);
          if (connected) void unpackings.find();
        },
      },
      after,
    );
  }
}
