import type { AboutPerson } from '#server/accounts/profile/about-person.ts';
import { createSealer } from '#server/accounts/sealer.ts';
import type { BlobStore } from '#server/blobs/blob-store.ts';
import type { Leases } from '#server/cluster/leases.ts';
import type { Signals } from '#server/cluster/signals.ts';
import type { Database } from '#server/database/open.ts';
import type { UploadRow } from '#server/database/tables/upload-rows.ts';
import type { Damage } from '#server/integrity/damage-records.ts';
import type { Hashes } from '#server/integrity/hashes.ts';
import { createAccess } from './access/access.ts';
import { createAccountArchives } from './account-archives/account-archives.ts';
import { createArchives } from './archives/archives.ts';
import { createBatch } from './batch/batch.ts';
import { createFeed } from './changes/feed.ts';
import { createGroupCommit } from './changes/group-commit.ts';
import { createPruneChanges } from './changes/prune-changes.ts';
import { createTransactions, type Transactions } from './changes/transactions.ts';
import { createTransfers } from './changes/transfers.ts';
import { createWriteOnce } from './changes/write-once.ts';
import { createReadFacts } from './facts/file-facts.ts';
import { createReadIntegrity } from './files/file-integrity.ts';
import { keepOpen } from './files/kept-blobs.ts';
import type { Picture } from './files/made-pictures.ts';
import { createOpenBlob } from './files/open-blob.ts';
import { createContentReader } from './files/open-content.ts';
import { createPutPoster } from './files/posters.ts';
import { createHandOver } from './handing-over/hand-over.ts';
import { createListObjects } from './objects/object-list.ts';
import { createObjects } from './objects/objects.ts';
import { createPutObject } from './objects/put-object.ts';
import { createUndo } from './operations/undo.ts';
import { createFillIndex } from './search/fill-index.ts';
import { createSearch } from './search/search.ts';
import { createDownloadTokens } from './shares/download-tokens.ts';
import { createPurge } from './trash/purge.ts';
import { createRemoveBytes } from './trash/remove-bytes.ts';
import { createTrash } from './trash/trash.ts';
import { createCopyInSteps } from './tree/copy-in-steps.ts';
import { readAbove } from './tree/folders-above.ts';
import { createTreeEdit } from './tree/mutations.ts';
import { createTree } from './tree/queries.ts';
import { readEntries } from './tree/records.ts';
import { createUnpack } from './unpacking/unpack.ts';
import { createUnpackingRows } from './unpacking/unpacking-rows.ts';
import { createUnpackings } from './unpacking/unpackings.ts';
import { createCommitQueue } from './uploads/commit-queue.ts';
import { createDeduplicate } from './uploads/deduplicate.ts';
import { beginUploads } from './uploads/reserve-uploads.ts';
import { createUploads } from './uploads/uploads.ts';
import { createVersionRule } from './versions/chosen-version-rule.ts';
import { createThinVersions } from './versions/thin-versions.ts';
import { createVersions } from './versions/versions.ts';
import { createStorage } from './views/storage.ts';
import { createViews } from './views/views.ts';

type Deps = {
  db: Database;
  /** For what reads, and takes long. */
  searches: Database;
  /** Transactions that may run concurrently. */
  writersAtOnce: number;
  blobs: BlobStore;
  /** The thumbnails, under the ids of the blobs they show. */
  thumbnails: BlobStore;
  /** The same on all nodes. */
  secret: string;
  signals: Signals;
  leases: Pick<Leases, 'hold'>;
  /** Draws a picture that somebody sent, in both sizes; undefined if it is none. */
  drawSent: (account: string, bytes: Uint8Array) => Promise<Picture | undefined>;
  /** What is known of a person beside what they store. */
  aboutPerson: (account: string) => Promise<AboutPerson>;
  damage: Damage;
  hashes: Hashes;
  /** False while no bytes may be removed. */
  mayRemoveBytes: () => Promise<boolean>;
  /** Adds telemetry to the transactions. */
  watch: (transactions: Transactions) => Transactions;
  /** Called after a file was stored that is to be read. */
  onReadingWanted: () => void;
  /** Called after an archive was begun to be unpacked. */
  onUnpackingBegun: () => void;
  /** Called for each group of uploads with the number of files it committed and its duration. */
  onGroup?: ((files: number, seconds: number) => void) | undefined;
  /** Called after a download token of the account was revoked. */
  onAccessEnd: (account: string) => void;
  /** The quota of accounts that have none of their own, in bytes; null for none. */
  defaultQuota: () => number | null;
  report: (problem: string, error: unknown) => void;
  now: () => number;
};

export type Drive = ReturnType<typeof createDrive>;

/** What the product does with folders and files. Every function of `ofScope` takes a scope first. */
export function createDrive(deps: Deps) {
  const { db, searches, writersAtOnce: groupsAtOnce, blobs, thumbnails, signals, leases, damage, hashes } = deps;
  const {
    drawSent,
    mayRemoveBytes,
    watch,
    onReadingWanted,
    onUnpackingBegun,
    onGroup,
    onAccessEnd,
    defaultQuota,
    report,
    now,
  } = deps;
  const feed = createFeed({ db, signals, readEntries, readAbove });
  const transactions = watch(createTransactions({ db, now, defaultQuota, onCommit: feed.announce }));
  const transfers = createTransfers({ signals, now });
  const queue = createCommitQueue({ db, blobs, transactions, groupsAtOnce, now, onReadingWanted, onGroup });
  const beginQueue = createGroupCommit({
    transactions,
    groupsAtOnce,
    keyOf: ({ id }: UploadRow) => id,
    prepare: async (scope, rows: readonly UploadRow[]) => (write) => beginUploads(write, scope, rows),
  });
  const uploads = createUploads({ db, blobs, transactions, transfers, queue, beginQueue, now });
  const removeBytes = createRemoveBytes({ blobs, thumbnails, mayRemoveBytes, report });
  const purge = createPurge({ db, transactions, transfers, removeBytes });
  const copyInSteps = createCopyInSteps({ db, transactions, takeBack: purge.takeBack, now });
  const writeOnce = createWriteOnce({ transactions, now });
  const treeEdit = createTreeEdit({ db, writeOnce, copyInSteps, now });
  const openBlob = createOpenBlob({ db, blobs, damage });
  const sealer = createSealer(deps.secret, 'cursors');
  const unpackingRows = createUnpackingRows({ db, now });
  return {
    access: createAccess(),
    transactions,
    /** Indexes names that are not found yet. */
    fillIndex: createFillIndex({ db, transactions }),
    pruneChanges: createPruneChanges({ db, transactions }),
    thinVersions: createThinVersions({ db, transactions, removeBytes }),
    unpack: createUnpack({ db, rows: unpackingRows, transactions, treeEdit, uploads, openBlob, now }),
    handOver: createHandOver({ db, blobs, damage, transactions, treeEdit, uploads, openBlob, now }),
    /** What a scope confines; see tests/drive/confinement.test.ts. */
    ofScope: {
      feed,
      transfers,
      tree: createTree({ db, feed }),
      search: createSearch({ db: searches, sealer }),
      views: createViews({ db, feed, sealer }),
      storage: createStorage({ db, defaultQuota }),
      treeEdit,
      batch: createBatch({ writeOnce, now }),
      undo: createUndo({ db, writeOnce, damage, now }),
      versions: createVersions({ db, transactions, removeBytes, damage, now, onReadingWanted }),
      versionRule: createVersionRule({ db, transactions }),
      trash: createTrash({ db, feed, purge, now }),
      purge,
      uploads,
      deduplicate: createDeduplicate({ db, blobs, transactions, now, onReadingWanted }),
      content: createContentReader({ db, blobs, thumbnails, damage, openBlob: keepOpen(openBlob) }),
      archives: createArchives({ db, searches, hashes, damage, openBlob, now }),
      accountArchives: createAccountArchives({
        db,
        searches,
        hashes,
        damage,
        openBlob,
        aboutPerson: deps.aboutPerson,
        now,
      }),
      unpackings: createUnpackings({
        db,
        rows: unpackingRows,
        transactions,
        openBlob,
        now,
        onBegin: onUnpackingBegun,
      }),
      integrity: createReadIntegrity({ db }),
      facts: createReadFacts({ db }),
      putPoster: createPutPoster({ db, thumbnails, transactions, leases, drawSent }),
      objects: createObjects({ db, transactions, hashes, now }),
      putObject: createPutObject({ db, uploads, treeEdit, transactions, hashes }),
      listObjects: createListObjects({ db, hashes, now }),
      downloadTokens: createDownloadTokens({ db, now, onRevoke: onAccessEnd }),
    },
  };
}
