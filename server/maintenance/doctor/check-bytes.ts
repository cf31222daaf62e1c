import { hash } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import { blobPath, scanDisk } from '#server/blobs/disk/disk-layout.ts';
import { readRows } from '#server/database/rows.ts';
import type { BlobRow, Tables } from '#server/database/tables.ts';
import type { DataPaths } from '#server/installation/data-paths.ts';
import { DamagedBlob } from '#server/integrity/damaged-blob-error.ts';
import { sha256OfFile } from '#server/integrity/read-bytes.ts';
import { smallBytes } from '#server/integrity/stored-bytes.ts';
import type { Finding } from './finding.ts';

type Options = {
  /** Compares all bytes with their hashes. */
  isDeep: boolean;
  /** Files that changed after this moment, in milliseconds, may belong to what a running server is doing. */
  settledBefore: number;
  /** Called after each blob. */
  onBlob: (size: number) => void;
};

/** Compares the rows of blobs and of thumbnails with the bytes, in the database or on the disk. */
export async function* checkBytes(db: Kysely<Tables>, paths: DataPaths, options: Options): AsyncIterable<Finding> {
  const blobs = new Set<string>();
  const small = await idsOf(db, 'small_blobs');
  for await (const rows of readRows(db, { name: 'blobs', key: ['id'] })) {
    for (const blob of rows as BlobRow[]) {
      if (!small.has(blob.id)) blobs.add(blob.id);
      // The check of the rows reports those that are marked as damaged.
      const what = blob.damaged_at !== null ? undefined : await faultOf(blob);
      if (what !== undefined) yield { ...what, subject: `blobs ${blob.id}` };
      options.onBlob(blob.size);
    }
  }
  const uploads = new Set((await db.selectFrom('uploads').select('id').execute()).map(({ id }) => id));
  yield* checkStore({ root: paths.blobs, known: new Set([...blobs, ...uploads]), busy: uploads, options });
  const thumbnails = await idsOf(db, 'previews');
  yield* checkStore({ root: paths.thumbnails, known: thumbnails, busy: new Set(), options });
  yield* checkThumbnails(db, paths.thumbnails);

  async function faultOf(blob: BlobRow): Promise<Pick<Finding, 'kind' | 'what'> | undefined> {
    if (small.has(blob.id)) return options.isDeep ? await smallFault(db, blob) : undefined;
    const path = blobPath(paths.blobs, blob.id);
    const found = await lstat(path).catch(() => undefined);
    if (found?.isFile() !== true)
      return { kind: 'missing-bytes', what: 'its bytes are missing: bring them back from a backup' };
    if (found.size !== blob.size)
      return {
        kind: 'wrong-size',
        what: `it has ${found.size} bytes, not ${blob.size}: bring them back from a backup`,
      };
    if (!options.isDeep || blob.sha256 === null) return undefined;
    const sha256 = await sha256OfFile(path).catch((error: unknown) => {
      if (error instanceof DamagedBlob) return error.message;
      throw error;
    });
    return sha256 === blob.sha256 ? undefined : wrongBytes;
  }
}

const wrongBytes = {
  kind: 'wrong-bytes',
  what: 'its bytes are not those of its SHA-256: bring them back from a backup',
} as const;

async function smallFault(db: Kysely<Tables>, blob: BlobRow) {
  const bytes = await smallBytes(db, blob);
  // The check of the rows reports another size.
  if (bytes === undefined || blob.sha256 === null || bytes.length !== blob.size) return undefined;
  return hash('sha256', bytes) === blob.sha256 ? undefined : wrongBytes;
}

/** Files of a store that no row refers to. `busy` are those of uploads in progress. */
async function* checkStore({
  root,
  known,
  busy,
  options,
}: {
  root: string;
  known: ReadonlySet<string>;
  busy: ReadonlySet<string>;
  options: Options;
}): AsyncIterable<Finding> {
  for await (const { kind, path, id, changedAt } of scanDisk(root)) {
    const fix = { kind: 'move', path } as const;
    if (kind === 'foreign') yield { kind: 'foreign-file', subject: path, what: 'it does not belong to Keepsake', fix };
    else if (changedAt >= options.settledBefore) continue;
    else if (kind === 'blob' && !known.has(id))
      yield {
        kind: 'orphan',
        subject: path,
        what: 'no row refers to it: a crash left it, or the database was restored',
        fix,
      };
    else if (kind === 'beside' && !busy.has(id))
      yield { kind: 'leftover', subject: path, what: 'the upload that needed it has ended', fix };
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
