import { createHash } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { damaged } from '#server/integrity/damaged-blob-error.ts';

/**
 * Copies bytes into a file (0600) that gets its name only when all of them are durable and of the expected size and
 * SHA-256, as far as these are known. Its folder is not synced yet. What an interrupted copy left as its draft is replaced,
 * and nothing is written through a link. Returns the SHA-256. Throws DamagedBlob; then there is no file.
 */
export async function copyVerified(
  source: AsyncIterable<Uint8Array>,
  target: string,
  expected: { sha256: string | null; size?: number },
  draft = `${target}.part`,
): Promise<string> {
  const hash = createHash('sha256');
  let size = 0;
  await rm(draft, { force: true });
  const file = await open(draft, 'wx', 0o600);
  try {
    for await (const bytes of source) {
      hash.update(bytes);
      size += bytes.length;
      await file.writeFile(bytes);
    }
    const sha256 = hash.digest('hex');
    if (size !== (expected.size ?? size)) throw damaged(`It has ${size} bytes, not ${expected.size}`);
    if (sha256 !== (expected.sha256 ?? sha256)) throw damaged('Its bytes are not those of its SHA-256');
    await file.sync();
    await file.close();
    await rename(draft, target);
    return sha256;
  } catch (error) {
    await file.close().catch(() => {});
    await rm(draft, { force: true });
    throw error;
  }
}
