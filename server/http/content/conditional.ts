import { type RangeSelection, selectRange } from './range.ts';

/** The response to a GET or HEAD of a representation (RFC 9110, sections 13 and 14). */
export type Selection = RangeSelection | { status: 304 | 412 };

export type Representation = { size: number; etag: string; lastModified: Date };

/**
 * Evaluates preconditions in the order of RFC 9110 section 13.2.2, then the range, which only a GET has (section 14.2). Several
 * ranges select the whole.
 */
export function select(
  { method, headers }: Pick<Request, 'method' | 'headers'>,
  { size, etag, lastModified }: Representation,
): Selection {
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
    // Only the exact date: a path whose file has another one's name now may have got older bytes.
  } else if (ifModified !== null && modified === Date.parse(ifModified)) return { status: 304 };

  const range = method === 'GET' ? headers.get('range') : null;
  if (range === null || !isStillValid(headers.get('if-range'), etag, modified)) return { status: 200 };
  return selectRange(range, size);
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
