/** All of a representation, the bytes from `start` to `end`, both included, or nothing of it. */
export type RangeSelection = { status: 200 } | { status: 206; start: number; end: number } | { status: 416 };

/**
 * What a Range header selects of so many bytes (RFC 9110, section 14.1.2). Several ranges, other units and malformed ranges are
 * ignored; one that begins after the end or ends before its beginning cannot be satisfied.
 */
export function selectRange(range: string, size: number): RangeSelection {
  const [, first = '', last = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(range) ?? [];
  if (first === '' && last === '') return { status: 200 };
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start <= end ? { status: 206, start, end } : { status: 416 };
}
