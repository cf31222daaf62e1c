import type { File } from '#contract/records/entries.ts';
import type { Person } from '#tests/support/client/build-account.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { blobOf, storeBytes } from '#tests/support/database/stored-bytes.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import type { Random } from '#tests/support/fixtures/random.ts';
import type { TestServer } from '#tests/support/server/start-server.ts';

/** A file that was kept, its blob, and what was kept. */
export type Kept = { file: File; blobId: string; body: Buffer };

/** A file whose stored bytes are others now; undefined when they were removed. `at` is the first byte that is wrong. */
export type Damaged = Kept & { kind: string; stored: Buffer | undefined; at: number };

const kibibyte = 1024;
const mebibyte = 1024 ** 2;
/** In the database, in one block, in several blocks. */
const sizes: [number, number][] = [
  [64, 16 * kibibyte],
  [16 * kibibyte + 1, 4 * mebibyte],
  [4 * mebibyte + 1, 9 * mebibyte],
];

/** Keeps pairs of files of the same size, of every way to be stored in turn. */
export async function keepPairs(
  server: TestServer,
  person: Person,
  { pairs, label, random }: { pairs: number; label: string; random: Random },
): Promise<[Kept, Kept][]> {
  const kept: [Kept, Kept][] = [];
  for (let i = 0; i < pairs; i += 1) {
    const [low, high] = sizes[i % sizes.length] as [number, number];
    const size = random.between(low, high);
    const keepOne = async (half: string): Promise<Kept> => {
      const name = `${label} ${i}${half}.bin`;
      const body = Buffer.from(bytes(size, name));
      const file = await uploadFile(person, { name, body });
      return { file, body, blobId: await blobOf(server, file) };
    };
    kept.push([await keepOne('a'), await keepOne('b')]);
  }
  return kept;
}

/** Damages both of each pair, in four ways in turn. The server must not run. */
export async function damagePairs(server: TestServer, pairs: [Kept, Kept][], random: Random): Promise<Damaged[]> {
  const damaged: Damaged[] = [];
  for (const [i, [first, second]] of pairs.entries()) {
    const way = Math.floor(i / sizes.length) % 4;
    if (way === 0) damaged.push(flipped(first, random), flipped(second, random));
    else if (way === 1) damaged.push(truncated(first, random), truncated(second, random));
    else if (way === 2) damaged.push(swapped(first, second), swapped(second, first));
    else damaged.push(removed(first), removed(second));
  }
  for (const { blobId, stored } of damaged) await storeBytes(server, blobId, stored);
  return damaged;
}

function flipped(kept: Kept, random: Random): Damaged {
  const stored = Buffer.from(kept.body);
  const at = random.between(0, stored.length - 1);
  stored[at] = (stored[at] as number) ^ (1 << random.between(0, 7));
  return { ...kept, kind: 'flipped', stored, at };
}

function truncated(kept: Kept, random: Random): Damaged {
  const at = random.between(0, kept.body.length - 1);
  return { ...kept, kind: 'truncated', stored: kept.body.subarray(0, at), at };
}

function swapped(kept: Kept, other: Kept): Damaged {
  const at = kept.body.findIndex((byte, i) => byte !== other.body[i]);
  return { ...kept, kind: 'swapped', stored: other.body, at };
}

function removed(kept: Kept): Damaged {
  return { ...kept, kind: 'removed', stored: undefined, at: 0 };
}
