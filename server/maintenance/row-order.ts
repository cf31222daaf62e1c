import type { Row } from '#server/database/rows.ts';
import { OperatorError } from './operator-error.ts';

const batchRows = 500;

/** Rows in an order in which each entry comes after the folder that it lies in. Throws Refusal for folders in a circle. */
export async function* parentsFirst(rows: AsyncIterable<Row>): AsyncIterable<Row> {
  const there = new Set<unknown>([null]);
  const waiting = new Map<unknown, Row[]>();
  for await (const row of rows) {
    if (there.has(row['parent_id'])) yield* release(row);
    else waiting.set(row['parent_id'], [...(waiting.get(row['parent_id']) ?? []), row]);
  }
  if (waiting.size > 0)
    throw new OperatorError('Some folders lie in themselves, see `keepsake doctor`: restore an earlier backup.');

  function* release(first: Row): Iterable<Row> {
    const ready = [first];
    for (let row = ready.pop(); row !== undefined; row = ready.pop()) {
      yield row;
      if (row['kind'] !== 'folder') continue;
      there.add(row['id']);
      ready.push(...(waiting.get(row['id']) ?? []));
      waiting.delete(row['id']);
    }
  }
}

/** Rows in groups that an engine takes at once. */
export async function* batches(rows: AsyncIterable<Row>): AsyncIterable<Row[]> {
  let batch: Row[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < batchRows) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
