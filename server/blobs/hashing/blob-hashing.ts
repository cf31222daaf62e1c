import { type BlobHashes, blockBytes, type SumsPart, sumsPartBytes } from '../blob-store.ts';
import { openHashingNote } from './hashing-note.ts';
import { createRunningHashes } from './running-hashes.ts';
import { createRunningSums, noSums } from './running-sums.ts';

/** Hashes and sums of a blob as far as its bytes went by. */
export type BlobHashing = {
  /** Bytes that went by. */
  readonly hashed: number;
  update(bytes: Buffer): void;
  /** As if the blob ended here. `parts` are those that are not in the note. */
  result(): { hashes: BlobHashes; notedParts: number; parts: SumsPart[] };
};

/** Begins at the start of a blob, and again there after a restart. Holds 64 KiB of sums for each GiB. */
export function beginHashing(): BlobHashing {
  const hashes = createRunningHashes();
  const sums = createRunningSums();
  const parts: SumsPart[] = [];
  let hashed = 0;
  return {
    get hashed() {
      return hashed;
    },
    update(bytes) {
      hashes.update(bytes);
      parts.push(...sums.update(bytes));
      hashed += bytes.length;
    },
    result: () => ({ hashes: hashes.digest(), notedParts: 0, parts: withRest(parts, sums.rest()) }),
  };
}

/**
 * Resumes from the note, unless that covers more than the first `most` bytes, and notes from time to time how far it is.
 */
export async function resumeHashing(
  noteFile: string,
  { noteEveryBytes, most }: { noteEveryBytes: number; most: number },
): Promise<BlobHashing> {
  const { createResumableHashes } = await import('./resumable-hashes.ts');
  const note = openHashingNote(noteFile);
  const { hashes, sums, ...begun } = begin();
  let { hashed } = begun;
  let noted = hashed;
  return {
    get hashed() {
      return hashed;
    },
    update(bytes) {
      for (let at = 0; at < bytes.length; ) {
        const length = Math.min(bytes.length - at, blockBytes - (hashed % blockBytes));
        take(bytes.subarray(at, at + length));
        at += length;
      }
    },
    result: () => ({
      hashes: hashes.digest(),
      notedParts: Math.floor(hashed / sumsPartBytes),
      parts: withRest([], sums.rest()),
    }),
  };

  /** Bytes of one block: what is noted ends with a block. */
  function take(bytes: Buffer) {
    hashes.update(bytes);
    for (const part of sums.update(bytes)) note.addPart(Math.floor(hashed / sumsPartBytes), part);
    hashed += bytes.length;
    if (hashed % blockBytes !== 0 || hashed - noted < noteEveryBytes) return;
    note.write({ hashed, state: hashes.state(), rest: sums.rest() ?? noSums });
    noted = hashed;
  }

  function begin() {
    const found = note.read();
    try {
      if (found !== undefined && found.hashed <= most) {
        const { hashed: from, state, rest } = found;
        return { hashes: createResumableHashes(state), sums: createRunningSums(rest), hashed: from };
      }
    } catch {
      // Another version of the code wrote it.
    }
    note.remove();
    return { hashes: createResumableHashes(), sums: createRunningSums(), hashed: 0 };
  }
}

function withRest(parts: SumsPart[], rest: SumsPart | undefined): SumsPart[] {
  return rest === undefined ? parts : [...parts, rest];
}
