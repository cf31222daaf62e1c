type Blob = { id: string; size: number; sha256: string };

/** SHA-256 and size of blobs by their id. */
export type BlobSample = Map<string, { sha256: string; size: number }>;

/** What a trial restore reads, at most. */
const maxBlobs = 200;
const maxBytes = 1024 ** 3;

/** Some of the blobs, all equally likely (reservoir sampling, algorithm R), as far as their bytes are not too many. */
export async function sampleOf(blobs: AsyncIterable<Blob>, random: () => number = Math.random): Promise<BlobSample> {
  const chosen: Blob[] = [];
  let seen = 0;
  for await (const { id, size, sha256 } of blobs) {
    seen += 1;
    const place = chosen.length < maxBlobs ? chosen.length : Math.floor(random() * seen);
    if (place < maxBlobs) chosen[place] = { id, size, sha256 };
  }
  const sample: BlobSample = new Map();
  let bytes = 0;
  for (const { id, size, sha256 } of chosen) {
    if (bytes + size > maxBytes) continue;
    bytes += size;
    sample.set(id, { sha256, size });
  }
  return sample;
}
