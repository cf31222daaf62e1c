import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';

/** The bytes to copy are not there, cannot be read, or are not those that they should be. */
export class SourceFault extends Error {}

const readBytes = 1024 ** 2;

/**
 * Copies bytes into a file (0600) that has its name only when all of them are durable and are those that are expected, as
 * far as that is known. Its folder is not synced yet. Returns their SHA-256. Throws SourceFault, which leaves no file.
 */
export async function copyVerified(
  source: AsyncIterable<Uint8Array>,
  target: string,
  expected: { sha256: string | null; size?: number },
  draft = `${target}.part`,
): Promise<string> {
  const hash = createHash('sha256');
  let size = 0;
  const file = await open(draft, 'w', 0o600);
  try {
    for await (const bytes of source) {
      hash.update(bytes);
      size += bytes.length;
      await file.writeFile(bytes);
    }
    const sha256 = hash.digest('hex');
    if (size !== (expected.size ?? size)) throw new SourceFault(`${size} bytes, not ${expected.size}`);
    if (sha256 !== (expected.sha256 ?? sha256)) throw new SourceFault('other bytes than were kept');
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

/** The bytes of a file, which has to be one and no link. Throws SourceFault. */
export async function* bytesOf(path: string): AsyncIterable<Buffer> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      if (!(await file.stat()).isFile()) throw new SourceFault('no file');
      // The buffer is used again, so whoever gets it is through with it when it asks for the next.
      const buffer = Buffer.allocUnsafe(readBytes);
      for (;;) {
        const { bytesRead } = await file.read(buffer, 0, buffer.length, null);
        if (bytesRead === 0) return;
        yield buffer.subarray(0, bytesRead);
      }
    } finally {
      await file.close();
    }
  } catch (error) {
    throw error instanceof SourceFault ? error : new SourceFault(String(error), { cause: error });
  }
}

/** The SHA-256 of a file, hexadecimal. Throws SourceFault. */
export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of bytesOf(path)) hash.update(bytes);
  return hash.digest('hex');
}
