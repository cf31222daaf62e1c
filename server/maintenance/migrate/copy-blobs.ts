import { hash } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import type { BlobRow } from '#server/database/tables/blob-rows.ts';
import type { Tables } from '#server/database/tables.ts';
import { DamagedBlob } from '#server/integrity/damaged-blob-error.ts';
import { concurrently } from '../concurrently.ts';
import type { Output } from '../output.ts';
import { copyBlob } from './copy-blob.ts';
import type { Endpoint } from './endpoint.ts';

type Deps = { source: Endpoint; target: Endpoint; output: Output };

/** What one pass over all blobs did: how many were new, their bytes, and what is missing or damaged, by id. */
export type CopiedBlobs = { blobs: number; bytes: number; faults: Map<string, string> };

type Blob = Selectable<BlobRow>;

const pageRows = 500;
const blobsAtOnce = 8;

/**
 * Copies each blob of the source that the target does not have yet. Its row is written there when its bytes were read back
 * and are right, so that a pass that was killed resumes after it. `rows` is the database of the source, or a transaction
 * on it.
 */
export async function copyBlobs(
  { source, target, output }: Deps,
  rows: Kysely<Tables> = source.db,
): Promise<CopiedBlobs> {
  const copied: CopiedBlobs = { blobs: 0, bytes: 0, faults: new Map() };
  const { count } = await rows
    .selectFrom('blobs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  let seen = 0;
  for await (const page of blobsOf(rows)) {
    const known = await knownIds(target.db, page);
    const missing = page.filter(({ id }) => !known.has(id));
    const small = await smallBytesOf(missing);
    await copySmall(missing, small);
    await concurrently(each(missing.filter(({ id }) => !small.has(id))), blobsAtOnce, copyLarge);
    seen += page.length;
    draw();
  }
  return copied;

  async function copyLarge(blob: Blob): Promise<void> {
    try {
      await copyBlob({ source: source.blobs, target: target.blobs }, blob);
      await target.db.insertInto('blobs').values(blob).execute();
      note(blob);
    } catch (error) {
      if (!(error instanceof DamagedBlob)) throw error;
      // The row goes first and the bytes after it.
      if ((await knownIds(rows, [blob])).has(blob.id)) copied.faults.set(blob.id, error.message);
    }
  }

  /** The bytes of those that are in the database. */
  async function smallBytesOf(blobs: readonly Blob[]): Promise<Map<string, Buffer>> {
    if (blobs.length === 0) return new Map();
    const found = await rows.selectFrom('small_blobs').selectAll().where('blob_id', 'in', idsOf(blobs)).execute();
    return new Map(found.map(({ blob_id, bytes }) => [blob_id, bytes]));
  }

  async function copySmall(blobs: readonly Blob[], small: ReadonlyMap<string, Buffer>): Promise<void> {
    const whole = blobs.filter((blob) => {
      const bytes = small.get(blob.id);
      const isWhole = bytes !== undefined && isOf(blob, bytes);
      if (bytes !== undefined && !isWhole) copied.faults.set(blob.id, 'Its bytes are not those of its SHA-256');
      return isWhole;
    });
    if (whole.length === 0) return;
    const values = whole.map(({ id }) => ({ blob_id: id, bytes: small.get(id) ?? Buffer.alloc(0) }));
    await target.db.transaction().execute(async (trx) => {
      await trx.insertInto('blobs').values(whole).execute();
      await trx.insertInto('small_blobs').values(values).execute();
      const back = await trx.selectFrom('small_blobs').selectAll().where('blob_id', 'in', idsOf(whole)).execute();
      const bytesOf = new Map(back.map(({ blob_id, bytes }) => [blob_id, bytes]));
      const wrong = whole.find((blob) => !isOf(blob, bytesOf.get(blob.id) ?? Buffer.alloc(0)));
      if (wrong !== undefined)
        throw new Error(`The target database returned different bytes from those written for ${wrong.id}`);
    });
    whole.forEach(note);
  }

  function note({ size }: Blob): void {
    copied.blobs += 1;
    copied.bytes += size;
    draw();
  }

  function draw(): void {
    output.draw({ what: 'Blobs', done: Math.max(seen, copied.blobs), of: count, bytes: copied.bytes });
  }
}

/** Removes the rows of blobs of the target whose bytes it has no more, so that they are copied again. */
export async function forgetLost({ db, blobs }: Endpoint): Promise<void> {
  const stored = new Set<string>();
  for await (const { id } of blobs.list()) stored.add(id);
  for await (const page of blobsOf(db)) {
    const small = await db.selectFrom('small_blobs').select('blob_id').where('blob_id', 'in', idsOf(page)).execute();
    const isSmall = new Set(small.map(({ blob_id }) => blob_id));
    const lost = page.filter(({ id }) => !stored.has(id) && !isSmall.has(id));
    if (lost.length > 0) await db.deleteFrom('blobs').where('id', 'in', idsOf(lost)).execute();
  }
}

/** The ids of those blobs that a database has. */
export async function knownIds(db: Kysely<Tables>, rows: readonly { id: string }[]): Promise<Set<string>> {
  const found = await db.selectFrom('blobs').select('id').where('id', 'in', idsOf(rows)).execute();
  return new Set(idsOf(found));
}

/** The rows of all blobs, in pages. */
export async function* blobsOf(db: Kysely<Tables>): AsyncIterable<Blob[]> {
  for (let last = ''; ; ) {
    const page = await db
      .selectFrom('blobs')
      .selectAll()
      .where('id', '>', last)
      .orderBy('id')
      .limit(pageRows)
      .execute();
    const end = page.at(-1);
    if (end === undefined) return;
    yield page;
    last = end.id;
  }
}

function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}

function isOf({ size, sha256 }: Blob, bytes: Buffer): boolean {
  return bytes.length === size && (sha256 === null || hash('sha256', bytes) === sha256);
}

async function* each<T>(items: readonly T[]): AsyncIterable<T> {
  yield* items;
}
