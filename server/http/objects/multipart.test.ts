import { expect, test } from 'vitest';
import { maxMultipartParts, maxPartHeaderBytes } from '#contract/limits.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { readMultipart } from './multipart.ts';

const type = 'multipart/related; boundary=line';

/** What is read of a body that comes in pieces of that size, or why it is refused. */
async function read(body: string, pieceBytes: number) {
  const parts: { headers: object; text: string }[] = [];
  try {
    for await (const { headers, bytes } of readMultipart(piecesOf(body, pieceBytes), type)) {
      const pieces: Buffer[] = [];
      for await (const piece of bytes) pieces.push(Buffer.from(piece));
      parts.push({ headers: Object.fromEntries(headers), text: Buffer.concat(pieces).toString('latin1') });
    }
    return parts;
  } catch (error) {
    if (!(error instanceof KeepsakeError)) throw error;
    return (error.data as { issues: { message: string }[] }).issues[0]?.message;
  }
}

async function* piecesOf(body: string, pieceBytes: number): AsyncGenerator<Buffer> {
  const whole = Buffer.from(body, 'latin1');
  for (let at = 0; at < whole.length; at += pieceBytes) yield whole.subarray(at, at + pieceBytes);
}

const nearly = '\r\n--lin\r\n--lines\r\n--line \t x\r\n--line-\r\n--line \r\r\n--line';
const long = 'x'.repeat(3000);

test.each([1, 2, 3, 7, 64, 100_000])('parts are the same in pieces of %i bytes', async (pieceBytes) => {
  const body = `before\r\n--line \t\r\nA: b:c\r\nD:e\r\n\r\n${nearly}-${long}\r\n--line\r\n\r\n\r\n--line\r\nf: g\r\n\r\n\r\n\r\n--line--after`;
  expect(await read(body, pieceBytes)).toEqual([
    { headers: { a: 'b:c', d: 'e' }, text: `${nearly}-${long}` },
    { headers: {}, text: '' },
    { headers: { f: 'g' }, text: '\r\n' },
  ]);
});

test.each([1, 100_000])('what is broken is refused, in pieces of %i bytes', async (pieceBytes) => {
  const closing = 'The closing delimiter is missing';
  expect(await read('', pieceBytes)).toBe(closing);
  expect(await read('--line', pieceBytes)).toBe(closing);
  expect(await read('--line\r\n\r\nx\r\n--line-', pieceBytes)).toBe(closing);
  expect(await read('--line\r\nA: b\r\n', pieceBytes)).toBe('A part has no end of its header');
  expect(await read('--line--', pieceBytes)).toEqual([]);
});

test('parts and their headers are as many and as long as the limits', async () => {
  const parts = (count: number) => `${'--line\r\n\r\n\r\n'.repeat(count)}--line--`;
  expect(await read(parts(maxMultipartParts), 10)).toHaveLength(maxMultipartParts);
  expect(await read(parts(maxMultipartParts + 1), 10)).toContain('more than 10 parts');
  const header = (length: number) => `--line\r\n${'a:'.padEnd(length - 4, 'x')}\r\n\r\n\r\n--line--`;
  expect(await read(header(maxPartHeaderBytes), 10)).toHaveLength(1);
  expect(await read(header(maxPartHeaderBytes + 1), 10)).toContain('longer than 8192 bytes');
});

test('parts that are not read are skipped', async () => {
  const body = '--line\r\na: 1\r\n\r\none\r\n--line\r\na: 2\r\n\r\ntwo\r\n--line--';
  const seen: unknown[] = [];
  for await (const { headers } of readMultipart(piecesOf(body, 5), type)) seen.push(headers.get('a'));
  expect(seen).toEqual(['1', '2']);
});
