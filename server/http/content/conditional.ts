/** The response to a GET or HEAD of a representation (RFC 9110, sections 13 and 14). */
export type Selection = { status: 200 } | { status: 206; start: number; end: number } | { status: 304 | 412 | 416 };

export type Representation = { size: number; etag: string; lastModified: Date };

/** Evaluates preconditions in the order of RFC 9110 section 13.2.2, then the range. Several ranges select the whole. */
export function select(headers: Headers, { size, etag, lastModified }: Representation): Selection {
  const modified = Math.floor(lastModified.getTime() / 1000) * 1000;
  const ifMatch = headers.get('if-match');
  const ifUnmodified = headers.get('if-unmodified-since');
  if (ifMatch !== null) {
    if (!matches(ifMatch, etag)) return { status: 412 };
  } else if (ifUnmodified !== null && modified > Date.parse(ifUnmodified)) return { status: 412 };

  const ifNoneMatch = headers.get('if-none-match');
  const ifModified = headers.get('if-modified-since');
  if (ifNoneMatch !== null) {
    if (matches(ifNoneMatch.replaceAll('W/', ''), etag)) return { status: 304 };
  } else if (ifModified !== null && modified <= Date.parse(ifModified)) return { status: 304 };

  const range = headers.get('range');
  if (range === null || !isStillValid(headers.get('if-range'), etag, modified)) return { status: 200 };
  return selectRange(range, size);
}

/**
 * RFC 9110 section 14.1.2. Several ranges, other units and malformed ranges are ignored; one that begins after the end or
 * ends before its beginning cannot be satisfied.
 */
function selectRange(range: string, size: number): Selection {
  const [, first = '', last = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(range) ?? [];
  if (first === '' && last === '') return { status: 200 };
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start <= end ? { status: 206, start, end } : { status: 416 };
}

/** Whether a list of entity tags names this one (RFC 9110, section 13.1). */
export function matches(list: string, etag: string): boolean {
  return list.split(',').some((candidate) => candidate.trim() === '*' || candidate.trim() === etag);
}

/** RFC 9110 section 13.1.5: a strong ETag, or the exact date. */
function isStillValid(ifRange: string | null, etag: string, modified: number): boolean {
  if (ifRange === null) return true;
  return ifRange.startsWith('"') ? ifRange === etag : Date.parse(ifRange) === modified;
}
