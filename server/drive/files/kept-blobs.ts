import type { VerifiedBlob } from '#server/integrity/verified-blob.ts';
import type { OpenBlob } from './open-blob.ts';

/** Blobs that stay open: each is a file descriptor, and the sums of a small one. */
const maxKept = 64;
/** For so long after it was read last, in milliseconds: what is deleted for good leaves the disk by then. */
const idleMs = 5000;
/** And opened anew after this time: bytes or sums may have been replaced, in milliseconds. */
const maxAgeMs = 60_000;

type Kept = { opened: Promise<VerifiedBlob>; readers: number; until: number; timer?: NodeJS.Timeout };

/**
 * Opens blobs as `openBlob` does, and keeps them open between requests: whoever asks for a range of a film or an archive asks
 * for the next one soon. Every byte is compared with its sums each time it is sent.
 */
export function keepOpen(openBlob: OpenBlob): OpenBlob {
  /** Those that were released first come first, once they have no reader. */
  const kept = new Map<string, Kept>();

  return async (row) => {
    const { id } = row;
    const one = fresh(id) ?? begin(id, openBlob(row));
    clearTimeout(one.timer);
    one.readers += 1;
    try {
      const blob = await one.opened;
      return { ...blob, bytes: (range) => bytesOf(blob, range, id, one), close: async () => release(id, one) };
    } catch (error) {
      forget(id, one);
      throw error;
    }
  };

  function fresh(id: string): Kept | undefined {
    const one = kept.get(id);
    if (one === undefined || performance.now() < one.until) return one;
    forget(id, one);
    return undefined;
  }

  function begin(id: string, opened: Promise<VerifiedBlob>): Kept {
    if (kept.size >= maxKept) forgetOldest();
    const one = { opened, readers: 0, until: performance.now() + maxAgeMs };
    if (kept.size < maxKept) kept.set(id, one);
    return one;
  }

  async function* bytesOf(blob: VerifiedBlob, range: Parameters<VerifiedBlob['bytes']>[0], id: string, one: Kept) {
    try {
      yield* blob.bytes(range);
    } catch (error) {
      // Its bytes or its sums may be replaced by right ones.
      forget(id, one);
      throw error;
    }
  }

  function release(id: string, one: Kept): void {
    one.readers -= 1;
    if (one.readers > 0) return;
    if (kept.get(id) !== one) return void one.opened.then((blob) => blob.close());
    kept.delete(id);
    kept.set(id, one);
    one.timer = setTimeout(() => forget(id, one), idleMs).unref();
  }

  function forgetOldest(): void {
    for (const [id, one] of kept) if (one.readers === 0) return forget(id, one);
  }

  /** Opens it anew next time; it is closed when nobody reads it. */
  function forget(id: string, one: Kept): void {
    clearTimeout(one.timer);
    if (kept.get(id) !== one) return;
    kept.delete(id);
    if (one.readers === 0) void one.opened.then((blob) => blob.close());
  }
}
