import type { BlobStore } from '#server/blobs/blob-store.ts';
import type { Database } from '#server/database/open.ts';

/** Where the rows and the bytes of an installation are: the source or the target of a migration. */
export type Endpoint = {
  db: Database;
  blobs: BlobStore;
  /** As an operator knows it, without passwords. */
  name: string;
  /** The file with the key of the sessions; undefined where the database has it. */
  secretFile: string | undefined;
};
