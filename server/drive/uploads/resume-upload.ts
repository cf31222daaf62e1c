import type { UploadRow } from '#server/database/tables/upload-rows.ts';
import type { Scope } from '../access/scope.ts';
import type { createCommitUpload } from './commit-upload.ts';
import type { createUploadBytes } from './upload-bytes.ts';
import { readMetadata, type UploadRows, type UploadStatus } from './upload-rows.ts';

type Deps = {
  rows: UploadRows;
  uploadBytes: ReturnType<typeof createUploadBytes>;
  commit: ReturnType<typeof createCommitUpload>;
  /** Throws when the upload cannot go on. */
  checkOpen: (scope: Scope, row: UploadRow) => Promise<void>;
};

/**
 * Where an upload goes on after a lost connection, or after the server was killed: behind the bytes that are durable, without those
 * whose checksum was not compared. One that has all its bytes is committed first, since a client that receives the length as the
 * offset considers it done.
 */
export function createResumeUpload({ rows, uploadBytes, commit, checkOpen }: Deps) {
  return async (scope: Scope, id: string): Promise<UploadStatus> => {
    const row = await rows.find(scope, id);
    if (row === undefined) return await rows.finished(scope, id);
    await checkOpen(scope, row);
    await uploadBytes.truncateUnchecked(scope, row);
    const offset = await uploadBytes.durableSize(scope, row);
    const stored = offset === row.length ? await commit(scope, row) : undefined;
    return { length: row.length, offset, metadata: readMetadata(row), expiresAt: row.expires_at, stored };
  };
}
