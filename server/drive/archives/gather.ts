/** Smaller buffers are sent together, in bytes: few at first, so that a download begins at once. */
const gatheredBytes = { first: 2 * 1024, most: 64 * 1024 };

/** The same bytes in fewer buffers: what is small is copied together, what is large is passed on. */
export async function* gather(buffers: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let most = gatheredBytes.first;
  let small: Buffer[] = [];
  let length = 0;
  for await (const bytes of buffers) {
    if (length + bytes.length > most) {
      if (length > 0) yield Buffer.concat(small);
      [small, length] = [[], 0];
      most = Math.min(most * 2, gatheredBytes.most);
    }
    if (bytes.length >= gatheredBytes.most) {
      yield bytes;
      continue;
    }
    // It may be used for others before it is sent.
    small.push(Buffer.from(bytes));
    length += bytes.length;
  }
  if (length > 0) yield Buffer.concat(small);
}
