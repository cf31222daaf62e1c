import { type Kysely, sql } from 'kysely';
import { pieceBytes, sumsPartBytes } from '#server/blobs/blob-store.ts';
import type { Tables } from '#server/database/tables.ts';
import type { Finding } from './finding.ts';

const crc32Bytes = 4;

type Part = { blob_id: string; size: number; part: number; crc32s: number };

/** Blobs that have sums have those of every part, and each part has as many as it has pieces. */
export async function* checkSums(db: Kysely<Tables>): AsyncIterable<Finding> {
  const { rows } = await sql<Part>`
    select blob_id, size, part, length(crc32s) as crc32s
    from blob_sums join blobs on blobs.id = blob_sums.blob_id order by blob_id, part
  `.execute(db);
  for (const [id, parts] of Map.groupBy(rows, ({ blob_id }) => blob_id)) {
    const isWhole = parts.length === Math.ceil((parts[0]?.size ?? 0) / sumsPartBytes) && parts.every(isRight);
    if (!isWhole) yield { kind: 'sums', subject: `blob_sums ${id}`, what: 'its checksums do not fit its size' };
  }
}

function isRight({ size, part, crc32s }: Part, index: number): boolean {
  const bytes = Math.min(sumsPartBytes, size - part * sumsPartBytes);
  return part === index && crc32s === Math.ceil(bytes / pieceBytes) * crc32Bytes;
}
