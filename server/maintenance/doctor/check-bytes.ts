import { hash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { BlobStore, Found } from '#server/blobs/blob-store.ts';
import { readRows } from '#server/database/rows.ts';
import type { BlobRow } from '#server/database/tables/blob-rows.ts';
import type { Tables } from '#server/database/tables.ts';
import type { Stores } from '#server/installation/open-stores.ts';
import { smallBytes } from '#server/integrity/stored-bytes.ts';
import { foundDamaged, type HashedBlob, markedDamaged, wholeAgain, wrongBytes } from './check-hashes.ts';
import type { Finding } from './finding.ts';

type Options = {
  /** Gets the blobs whose bytes are still to be compared with their hashes (check-hashes.ts). Undefined: those of no blob are. */
  toHash: HashedBlob[] | undefined;
  /** What changed after this moment, in milliseconds, may belong to what a running server is doing. */
  settledBefore: number;
  /** Whether what no row refers to can be moved away: files can, objects are left to the servers. */
  isMovable: boolean;
  /** Called after each blob. */
  onBlob: (size: number) => void;
};

/** Compares the rows of blobs and of thumbnails with the bytes, in the database or in the stores. */
export async function* checkBytes(
  db: Kysely<Tables>,
  { blobs, thumbnails }: Stores,
  options: Options,
): AsyncIterable<Finding> {
  const uploads = new Set((await db.selectFrom('uploads').select('blob_id').execute()).map(({ blob_id }) => blob_id));
  const small = await idsOf(db, 'small_blobs', 'blob_id');
  const known = new Set([...(await idsOf(db, 'blobs', 'id')), ...uploads]);
  for (const id of small) known.delete(id);
  const inBlobs = await scan(blobs, known);
  for await (const rows of readRows(db, { name: 'blobs', key: ['id'] })) {
    for (const blob of rows as BlobRow[]) {
      const { id, size, sha256 } = blob;
      const isMarked = blob.damaged_at !== null;
      const fault = await faultOf(blob);
      if (fault === undefined && options.toHash !== undefined && sha256 !== null && !small.has(id))
        options.toHash.push({ id, size, sha256, isMarked });
      else {
        // Of the others nobody knows the SHA-256 that they had.
        const isWhole = fault === undefined && options.toHash !== undefined && small.has(id);
        const isUnread = fault === undefined && options.toHash === undefined;
        const marked = isWhole ? wholeAgain : isUnread ? markedDamaged : foundDamaged;
        const found = isMarked ? marked : fault;
        if (found !== undefined) yield { ...found, subject: `blobs ${id}` };
      }
      options.onBlob(size);
    }
  }
  yield* checkOthers(inBlobs, { busy: uploads, options });
  const inThumbnails = await scan(thumbnails, await idsOf(db, 'previews', 'blob_id'));
  yield* checkOthers(inThumbnails, { busy: new Set(), options });
  yield* checkThumbnails(db, inThumbnails);

  /** What is wrong with the bytes of a blob; of those in a store without reading them. */
  async function faultOf(blob: BlobRow): Promise<Pick<Finding, 'kind' | 'what'> | undefined> {
    const { id, size: wanted } = blob;
    if (small.has(id)) return options.toHash && (await smallFault(db, blob));
    const size = inBlobs.sizes.get(id);
    if (size === undefined) return { kind: 'missing-bytes', what: 'its bytes are missing: restore them from a backup' };
    if (size !== wanted)
      return { kind: 'wrong-size', what: `it has ${size} bytes, not ${wanted}: restore them from a backup` };
    return undefined;
  }
}

async function smallFault(db: Kysely<Tables>, blob: BlobRow) {
  const bytes = await smallBytes(db, blob);
  // The check of the rows reports another size.
  if (bytes === undefined || blob.sha256 === null || bytes.length !== blob.size) return undefined;
  return hash('sha256', bytes) === blob.sha256 ? undefined : wrongBytes;
}

/** What is in a store: the size of each blob that is known, by its id, and everything else. */
type Scanned = { sizes: Map<string, number>; others: Found[] };

async function scan(store: BlobStore, known: ReadonlySet<string>): Promise<Scanned> {
  const scanned: Scanned = { sizes: new Map(), others: [] };
  for await (const found of store.scan()) {
    if (found.kind === 'blob' && known.has(found.id)) scanned.sizes.set(found.id, found.size);
    else scanned.others.push(found);
  }
  return scanned;
}

/** What no row refers to. `busy` are uploads in progress. */
function* checkOthers(
  { others }: Scanned,
  { busy, options }: { busy: ReadonlySet<string>; options: Options },
): Iterable<Finding> {
  for (const { kind, path, id, changedAt } of others) {
    const fix = options.isMovable && ({ fix: { kind: 'move', path } } as const);
    if (kind === 'foreign')
      yield { kind: 'foreign-file', subject: path, what: 'it does not belong to Keepsake', ...fix };
    else if (changedAt >= options.settledBefore) continue;
    else if (kind === 'blob')
      yield {
        kind: 'orphan',
        subject: path,
        what: 'no row refers to it: left by a crash, or by restoring the database',
        ...fix,
      };
    else if (kind === 'beside' && !busy.has(id))
      yield { kind: 'leftover', subject: path, what: 'the upload that needed it has ended', ...fix };
  }
}

async function* checkThumbnails(db: Kysely<Tables>, { sizes }: Scanned): AsyncIterable<Finding> {
  const made = await db.selectFrom('previews').select('blob_id').where('state', '=', 'made').execute();
  for (const { blob_id: id } of made)
    if (!sizes.has(id))
      yield { kind: 'picture', subject: `previews ${id}`, what: 'its thumbnail is missing; the file itself is intact' };
}

async function idsOf(
  db: Kysely<Tables>,
  table: 'blobs' | 'small_blobs' | 'previews',
  column: string,
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select ${sql.ref(column)} as id from ${sql.table(table)}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
