import { BlobNotFound } from './blob-store.ts';

const blobId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function isBlobId(text: string): boolean {
  return blobId.test(text);
}

/** Returns the id. Throws BlobNotFound for any other text, so that none ever becomes a path or key. */
export function checkBlobId(id: string): string {
  if (!isBlobId(id)) throw new BlobNotFound(`Not a blob id: ${id}`);
  return id;
}
