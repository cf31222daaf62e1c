import type { Kysely } from 'kysely';
import type { BlobStore } from '#server/blobs/blob-store.ts';
import type { Tables } from '#server/database/tables.ts';

/**
 * A picture of a file in two sizes, as WebP; `screen` is null where the thumbnail has all the pixels. With the size of the whole
 * picture and a tiny data URI of it.
 */
export type Picture = {
  thumbnail: Uint8Array;
  screen: Uint8Array | null;
  width: number;
  height: number;
  blur: string;
};

/** Stores the thumbnail of a blob, and behind it the picture for the screen, in the place of what is there. */
export async function storePicture(thumbnails: BlobStore, blobId: string, picture: Picture): Promise<void> {
  await thumbnails.remove(blobId);
  await putPicture(thumbnails, blobId, picture);
}

/** The same where there is nothing. Throws BlobOffsetConflict where there is something. */
export async function putPicture(thumbnails: BlobStore, blobId: string, { thumbnail, screen }: Picture): Promise<void> {
  await thumbnails.put(blobId, Buffer.concat(screen === null ? [thumbnail] : [thumbnail, screen]));
}

/** Records what was stored, after the facts. */
export async function recordPicture(db: Kysely<Tables>, blobId: string, picture: Picture): Promise<void> {
  const { width, height, blur, thumbnail, screen } = picture;
  const seconds = db.selectFrom('facts').select('seconds').where('blob_id', '=', blobId);
  const values = { state: 'made', width, height, blur, thumbnail_bytes: screen && thumbnail.length, seconds } as const;
  await db
    .insertInto('previews')
    .values({ blob_id: blobId, ...values })
    .onConflict((oc) => oc.column('blob_id').doUpdateSet(values))
    .execute();
}
