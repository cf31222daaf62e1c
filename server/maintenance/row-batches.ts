import type { Row } from '#server/database/rows.ts';
import { OperatorError } from './operator-error.ts';

const batchRows = 500;

/** The rows of a table in groups, in an order in which they can be written: of a tree each folder before what is in it. */
export function batchesOf({ isTree = false }: { isTree?: boolean }, rows: AsyncIterable<Row>): AsyncIterable<Row[]> {
  return batches(isTree ? parentsFirst(rows) : rows);
}

/** Throws OperatorError for folders in a circle. */
async function* parentsFirst(rows: AsyncIterable<Row>): AsyncIterable<Row> {
  const written = new Set<unknown>([null]);
  const waiting = new Map<unknown, Row[]>();
  for await (const row of rows) {
    if (written.has(row['parent_id'])) yield* release(row);
    else waiting.set(row['parent_id'], [...(waiting.get(row['parent_id']) ?? []), row]);
  }
  if (waiting.size > 0)
    throw new OperatorError('Some folders are inside themselves, see `keepsake doctor`: restore an earlier backup.');

  function* release(first: Row): Iterable<Row> {
    const ready = [first];
    for (let row = ready.pop(); row !== undefined; row = ready.pop()) {
      yield row;
      if (row['kind'] !== 'folder') continue;
      written.add(row['id']);
      ready.push(...(waiting.get(row['id']) ?? []));
      waiting.delete(row['id']);
    }
  }
}

async function* batches(rows: AsyncIterable<Row>): AsyncIterable<Row[]> {
  let batch: Row[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < batchRows) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
