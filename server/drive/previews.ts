import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { previewPixels } from '#contract/previews.ts';
import type { BlobStore } from '../blobs/blob-store.ts';
import type { Database } from '../database/open.ts';
import type { Changes } from './changes.ts';

/** A small picture as WebP, the size of the whole one and a tiny data URI of it. */
type Picture = { bytes: Uint8Array; width: number; height: number; blur: string };

type Deps = {
  db: Database;
  blobs: BlobStore;
  /** Where small pictures are kept, under the id of the blob they show. */
  pictures: BlobStore;
  changes: Changes;
  makePicture: (bytes: Uint8Array, pixels: number) => Promise<Picture | undefined>;
  report: (problem: string, error: unknown) => void;
};

const maxTries = 3;

/** Makes the small pictures that are wanted, one after the other, and tells the tabs when one is there. */
export function createPreviews({ db, blobs, pictures, changes, makePicture, report }: Deps) {
  let working: Promise<void> | undefined;
  let wokenAgain = false;
  let closed = false;

  return {
    /** Looks for wanted pictures now; returns at once. */
    wake,
    /** Ends after the picture that is being made. */
    async close(): Promise<void> {
      closed = true;
      await working;
    },
  };

  function wake() {
    if (closed) return;
    if (working) wokenAgain = true;
    else {
      working = makeAll()
        .catch((error: unknown) => report('Could not make the small pictures', error))
        .finally(() => {
          working = undefined;
          if (wokenAgain) {
            wokenAgain = false;
            wake();
          }
        });
    }
  }

  async function makeAll() {
    for (let wanted = await nextWanted(); wanted !== undefined && !closed; wanted = await nextWanted())
      await makeOne(wanted);
  }

  async function nextWanted(): Promise<string | undefined> {
    await db
      .updateTable('previews')
      .set({ state: 'none' })
      .where('state', '=', 'waiting')
      .where('tries', '>=', maxTries)
      .execute();
    const row = await db
      .selectFrom('previews')
      .select('blob_id')
      .where('state', '=', 'waiting')
      .orderBy('tries')
      .orderBy('blob_id')
      .limit(1)
      .executeTakeFirst();
    return row?.blob_id;
  }

  async function makeOne(blobId: string) {
    // Counted before the work, so that one that takes the whole server down is given up too.
    await db
      .updateTable('previews')
      .set((eb) => ({ tries: eb('tries', '+', 1) }))
      .where('blob_id', '=', blobId)
      .execute();
    try {
      const blob = await blobs.open(blobId);
      const picture = await makePicture(await buffer(blob.stream()), previewPixels);
      if (closed) return await takeTryBack(blobId);
      if (picture !== undefined) await keep(blobId, picture);
      await settle(blobId, picture);
    } catch (error) {
      report(`Could not make the small picture of ${blobId}`, error);
    }
  }

  /** The work was cut short because the server stops; that says nothing of the picture. */
  async function takeTryBack(blobId: string) {
    await db
      .updateTable('previews')
      .set((eb) => ({ tries: eb('tries', '-', 1) }))
      .where('blob_id', '=', blobId)
      .execute();
  }

  async function keep(blobId: string, { bytes }: Picture) {
    await pictures.remove(blobId);
    await pictures.create(blobId);
    await pictures.append(blobId, 0, Readable.from([Buffer.from(bytes)]));
  }

  /** Bytes first, then the row; the change tells every tab. */
  async function settle(blobId: string, picture: Picture | undefined) {
    const { account } = await db
      .selectFrom('blobs')
      .select('account')
      .where('id', '=', blobId)
      .executeTakeFirstOrThrow();
    await changes.write({ account }, async ({ trx, changed }) => {
      const made = picture && {
        state: 'made' as const,
        width: picture.width,
        height: picture.height,
        blur: picture.blur,
      };
      await trx
        .updateTable('previews')
        .set(made ?? { state: 'none' })
        .where('blob_id', '=', blobId)
        .execute();
      // Read while the account is held: a file that is linked to the blob meanwhile is told of too.
      for (const { entry_id } of await trx
        .selectFrom('versions')
        .select('entry_id')
        .where('blob_id', '=', blobId)
        .execute())
        changed(entry_id);
    });
  }
}
