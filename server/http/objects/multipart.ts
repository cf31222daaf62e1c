import { KeepsakeError } from '#server/errors/keepsake-error.ts';

/** One part: its header fields by lower-case name, and its bytes. */
export type Part = { headers: Map<string, string>; bytes: Buffer };

const headEnd = '\r\n\r\n';

/** The parts of a multipart body (RFC 2046, section 5.1.1). Throws invalid-input. */
export function readMultipart(body: Buffer, contentType: string): Part[] {
  const boundary = /;\s*boundary=(?:"([^"]{1,70})"|([^;\s"]{1,70}))/i.exec(contentType)?.slice(1).find(Boolean);
  if (boundary === undefined) throw malformed('The content type names no boundary');
  // The first delimiter may be at the very beginning, without a line break before it.
  const whole = Buffer.concat([Buffer.from('\r\n'), body]);
  const parts: Part[] = [];
  let from: number | undefined;
  for (const delimiter of delimiters(whole, `\r\n--${boundary}`)) {
    if (from !== undefined) parts.push(readPart(whole.subarray(from, delimiter.start)));
    if (delimiter.isLast) return parts;
    from = delimiter.end;
  }
  throw malformed('The closing delimiter is missing');
}

/** The last delimiter is followed by two dashes, all others by padding and a line break. */
function* delimiters(whole: Buffer, text: string) {
  for (let start = whole.indexOf(text); start !== -1; start = whole.indexOf(text, start + 1)) {
    const next = start + text.length;
    const rest = /^(--|[ \t]*\r\n)/.exec(whole.toString('latin1', next, next + 80))?.[0];
    if (rest !== undefined) yield { start, end: next + rest.length, isLast: rest === '--' };
  }
}

function readPart(part: Buffer): Part {
  if (part.subarray(0, 2).equals(Buffer.from('\r\n'))) return { headers: new Map(), bytes: part.subarray(2) };
  const end = part.indexOf(headEnd);
  if (end === -1) throw malformed('A part has no end of its header');
  const headers = part
    .toString('utf8', 0, end)
    .split('\r\n')
    .map((line): [string, string] => {
      const [name = '', ...value] = line.split(':');
      return [name.trim().toLowerCase(), value.join(':').trim()];
    });
  return { headers: new Map(headers), bytes: part.subarray(end + headEnd.length) };
}

export function malformed(message: string): KeepsakeError {
  return new KeepsakeError('invalid-input', { data: { issues: [{ path: 'body', message }] } });
}
