/**
 * Reads ahead in a stream of pieces: what came and was not taken yet is one buffer. Its user takes all but a bounded rest
 * before it fills again, so that what is copied for each piece is bounded too.
 */
export function createByteReader(pieces: AsyncIterable<Buffer>) {
  const source = pieces[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);

  return {
    /** The bytes that came and were not taken. */
    held: (): Buffer => held,
    /** Removes the first `length` bytes and returns them. */
    take(length: number): Buffer {
      const taken = held.subarray(0, length);
      held = held.subarray(length);
      return taken;
    },
    /** Puts bytes before those that are held. */
    putBack(bytes: Buffer): void {
      held = Buffer.concat([bytes, held]);
    },
    /** Adds the next piece. Returns false at the end. */
    async fill(): Promise<boolean> {
      const next = await source.next();
      if (next.done) return false;
      held = held.length === 0 ? next.value : Buffer.concat([held, next.value]);
      return true;
    },
  };
}
