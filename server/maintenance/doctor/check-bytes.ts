import { createHash } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import { blobPath, scanDisk } from '#server/blobs/disk/disk-layout.ts';
import { readRows } from '#server/database/rows.ts';
import type { BlobRow, Tables } from '#server/database/tables.ts';
import type { DataPaths } from '#server/installation/data-paths.ts';
import { hashOf, SourceFault } from '../copy-verified.ts';
import type { Finding } from './finding.ts';

type Look = {
  /** Compares all bytes with their hashes. */
  isDeep: boolean;
  /** Files that changed after this moment, in milliseconds, may belong to what a running server is doing just now. */
  settledBefore: number;
  /** Told after each blob. */
  onBlob: (size: number) => void;
};

/** Blobs with a row, and their bytes: in the database, or on the disk. */
export async function* checkBytes(db: Kysely<Tables>, paths: DataPaths, look: Look): AsyncIterable<Finding> {
  const blobs = new Set<string>();
  const small = await idsOf(db, 'small_blobs');
  for await (const rows of readRows(db, { name: 'blobs', key: ['id'] })) {
    for (const blob of rows as BlobRow[]) {
      if (!small.has(blob.id)) blobs.add(blob.id);
      // What is known to be damaged is told as such.
      const what = blob.damaged_at !== null ? undefined : await faultOf(blob);
      if (what !== undefined) yield { ...what, subject: `blobs ${blob.id}` };
      look.onBlob(blob.size);
    }
  }
  const uploads = new Set((await db.selectFrom('uploads').select('id').execute()).map(({ id }) => id));
  yield* checkStore({ root: paths.blobs, known: new Set([...blobs, ...uploads]), busy: uploads, look });
  const thumbnails = await idsOf(db, 'previews');
  yield* checkStore({ root: paths.thumbnails, known: thumbnails, busy: new Set(), look });
  yield* checkThumbnails(db, paths.thumbnails);

  async function faultOf(blob: BlobRow): Promise<Pick<Finding, 'kind' | 'what'> | undefined> {
    if (small.has(blob.id)) return look.isDeep ? await smallFault(db, blob) : undefined;
    const path = blobPath(paths.blobs, blob.id);
    const found = await lstat(path).catch(() => undefined);
    if (found?.isFile() !== true)
      return { kind: 'missing-bytes', what: 'its bytes are gone: bring them back from a backup' };
    if (found.size !== blob.size)
      return {
        kind: 'wrong-size',
        what: `it has ${found.size} bytes, not ${blob.size}: bring them back from a backup`,
      };
    if (!look.isDeep || blob.sha256 === null) return undefined;
    const hash = await hashOf(path).catch((error: unknown) => {
      if (error instanceof SourceFault) return error.message;
      throw error;
    });
    return hash === blob.sha256 ? undefined : otherBytes;
  }
}

const otherBytes = {
  kind: 'wrong-bytes',
  what: 'it has other bytes than were kept: bring them back from a backup',
} as const;

async function smallFault(db: Kysely<Tables>, { id, sha256, size }: BlobRow) {
  const row = await db.selectFrom('small_blobs').select('bytes').where('blob_id', '=', id).executeTakeFirst();
  // Another size is told by the check of the rows.
  if (row === undefined || sha256 === null || row.bytes.length !== size) return undefined;
  return createHash('sha256').update(row.bytes).digest('hex') === sha256 ? undefined : otherBytes;
}

/** Files of a store that nobody knows. `busy` are those that grow. */
async function* checkStore({
  root,
  known,
  busy,
  look,
}: {
  root: string;
  known: ReadonlySet<string>;
  busy: ReadonlySet<string>;
  look: Look;
}): AsyncIterable<Finding> {
  for await (const { kind, path, id, changedAt } of scanDisk(root)) {
    const fix = { kind: 'move', path } as const;
    if (kind === 'foreign') yield { kind: 'foreign-file', subject: path, what: 'no Keepsake made it', fix };
    else if (changedAt >= look.settledBefore) continue;
    else if (kind === 'blob' && !known.has(id))
      yield { kind: 'orphan', subject: path, what: 'no row knows it: what a crash left, or a restored database', fix };
    else if (kind === 'beside' && !busy.has(id))
      yield { kind: 'leftover', subject: path, what: 'the upload that needed it is over', fix };
  }
}

async function* checkThumbnails(db: Kysely<Tables>, root: string): AsyncIterable<Finding> {
  const made = await db.selectFrom('previews').select('blob_id').where('state', '=', 'made').execute();
  for (const { blob_id: id } of made)
    if ((await lstat(blobPath(root, id)).catch(() => undefined)) === undefined)
      yield { kind: 'picture', subject: `previews ${id}`, what: 'its thumbnail is missing; the file itself is not' };
}

async function idsOf(db: Kysely<Tables>, table: 'small_blobs' | 'previews'): Promise<Set<string>> {
  const { rows } = await sql<{ blob_id: string }>`select blob_id from ${sql.table(table)}`.execute(db);
  return new Set(rows.map(({ blob_id }) => blob_id));
}
