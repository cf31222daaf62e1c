import { maxAnswerBytes } from '#contract/limits.ts';

/**
 * The items of the first rows, as many as one answer may hold, but at least one: the rest belongs on the next page. Rows
 * with long paths make large items.
 */
export function withinAnswer<Row, Item>(rows: readonly Row[], toItem: (row: Row) => Item): Item[] {
  const items: Item[] = [];
  let bytes = 0;
  for (const row of rows) {
    const item = toItem(row);
    bytes += JSON.stringify(item).length;
    if (items.length > 0 && bytes > maxAnswerBytes) break;
    items.push(item);
  }
  return items;
}
