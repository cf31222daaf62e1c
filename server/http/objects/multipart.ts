import { maxMultipartParts, maxPartHeaderBytes } from '#contract/limits.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { createByteReader } from './byte-reader.ts';

/** One part: its header fields by lower-case name, and its bytes, which end or are skipped before the next part comes. */
export type Part = { headers: Map<string, string>; bytes: AsyncIterable<Buffer> };

const lineBreak = '\r\n';
const headEnd = '\r\n\r\n';
/** Of a delimiter line, in bytes: spaces that a gateway added, and the line break (RFC 2046, section 5.1.1). */
const maxPaddingBytes = 80;
/** With which the rest of a delimiter line begins: two dashes after the last part, otherwise padding and a line break. */
const restStarts = Buffer.from('- \t\r');

/**
 * The parts of a multipart body (RFC 2046, section 5.1.1) as they arrive. Of the body no more than a piece and a header are
 * held, and each byte is looked at a bounded number of times. A line that begins with the boundary but does not end after
 * it belongs to the part. Throws invalid-input: too many parts, too long a header, no closing delimiter.
 */
export async function* readMultipart(body: AsyncIterable<Buffer>, contentType: string): AsyncGenerator<Part> {
  const boundary = /;\s*boundary=(?:"([^"]{1,70})"|([^;\s"]{1,70}))/i.exec(contentType)?.slice(1).find(Boolean);
  if (boundary === undefined) throw malformed('The content type names no boundary');
  const delimiter = Buffer.from(`${lineBreak}--${boundary}`);
  // The first delimiter may be at the very beginning, without a line break before it.
  const reader = createByteReader(body);
  reader.putBack(Buffer.from(lineBreak));
  let isLast = false;

  await skip(untilDelimiter());
  for (let count = 1; !isLast; count += 1) {
    if (count > maxMultipartParts) throw malformed(`There are more than ${maxMultipartParts} parts`);
    const part = { headers: await readHeaders(), bytes: untilDelimiter() };
    yield part;
    await skip(part.bytes);
  }

  /** The bytes before the next delimiter line, which is consumed. */
  async function* untilDelimiter(): AsyncGenerator<Buffer> {
    for (;;) {
      const { start, length, rest } = findDelimiter(reader.held());
      if (start > 0) yield reader.take(start);
      if (rest !== undefined) {
        reader.take(length);
        isLast = rest === '--';
        return;
      }
      if (!(await reader.fill())) throw malformed('The closing delimiter is missing');
    }
  }

  /** Where the next delimiter line begins, or may begin if `rest` is undefined: more bytes are needed to tell. */
  function findDelimiter(held: Buffer): { start: number; length: number; rest?: string } {
    for (let start = held.indexOf(delimiter); start !== -1; start = held.indexOf(delimiter, start + 1)) {
      const next = start + delimiter.length;
      if (next < held.length && !restStarts.includes(held.readUInt8(next))) continue;
      const text = held.toString('latin1', next, next + maxPaddingBytes);
      const rest = /^(--|[ \t]*\r\n)/.exec(text)?.[0];
      if (rest !== undefined) return { start, length: delimiter.length + rest.length, rest };
      if (text.length < maxPaddingBytes && /^(-|[ \t]*\r?)$/.test(text)) return { start, length: 0 };
    }
    return { start: Math.max(0, held.length - delimiter.length + 1), length: 0 };
  }

  async function readHeaders(): Promise<Map<string, string>> {
    // A part without header fields begins with the empty line; with the line break before it, all have the same end.
    reader.putBack(Buffer.from(lineBreak));
    for (;;) {
      const head = reader.held().subarray(0, lineBreak.length + maxPartHeaderBytes);
      const end = head.indexOf(headEnd);
      if (end !== -1) {
        const text = reader.take(end + headEnd.length).toString('utf8', lineBreak.length, end);
        return new Map(text.split(lineBreak).filter(Boolean).map(readField));
      }
      if (head.length === lineBreak.length + maxPartHeaderBytes)
        throw malformed(`The header of a part is longer than ${maxPartHeaderBytes} bytes`);
      if (!(await reader.fill())) throw malformed('A part has no end of its header');
    }
  }
}

function readField(line: string): [string, string] {
  const [name = '', ...value] = line.split(':');
  return [name.trim().toLowerCase(), value.join(':').trim()];
}

/** Reads to the end; nothing if that was done. */
async function skip(bytes: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of bytes);
}

export function malformed(message: string): KeepsakeError {
  return new KeepsakeError('invalid-input', { data: { issues: [{ path: 'body', message }] } });
}
