/** Smaller buffers are sent together, in bytes. */
const gatheredBytes = 64 * 1024;

/** The same bytes in fewer buffers: what is small is copied together, what is large is passed on. */
export async function* gather(buffers: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let small: Buffer[] = [];
  let length = 0;
  for await (const bytes of buffers) {
    if (length + bytes.length > gatheredBytes) {
      if (length > 0) yield Buffer.concat(small);
      [small, length] = [[], 0];
    }
    if (bytes.length >= gatheredBytes) {
      yield bytes;
      continue;
    }
    // It may be used for others before it is sent.
    small.push(Buffer.from(bytes));
    length += bytes.length;
  }
  if (length > 0) yield Buffer.concat(small);
}
