import { previewPixels } from '#contract/previews.ts';
import type { Principal } from '#server/accounts/principal.ts';
import type { BlobStore } from '#server/blobs/blob-store.ts';
import type { Leases } from '#server/cluster/leases.ts';
import type { Database } from '#server/database/open.ts';
import type { Changes } from '#server/drive/changes/changes.ts';
import type { Damage } from '#server/integrity/damage.ts';
import { readVerified } from '#server/integrity/verified-blob.ts';

/** A small picture as WebP, the size of the whole one and a tiny data URI of it. */
type Picture = { bytes: Uint8Array; width: number; height: number; blur: string };

type Deps = {
  db: Database;
  blobs: BlobStore;
  /** Where small pictures are kept, under the id of the blob they show. */
  pictures: BlobStore;
  changes: Changes;
  damage: Damage;
  leases: Leases;
  makePicture: (bytes: Uint8Array, pixels: number) => Promise<Picture | undefined>;
  report: (problem: string, error: unknown) => void;
};

const maxTries = 3;
/** Pictures that are looked up together; nodes that find the same ones share them out. */
const atOnce = 20;

/** Makes the small pictures that are wanted, one after the other, and tells the tabs when one is there. */
export function createPreviews({ db, blobs, pictures, changes, damage, leases, makePicture, report }: Deps) {
  let working: Promise<void> | undefined;
  let wokenAgain = false;
  let closed = false;

  return {
    /** Looks for wanted pictures now; returns at once. To be called now and then too, for those another node left. */
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

  /** Until nothing is wanted but what other nodes are at. */
  async function makeAll() {
    for (let isAny = true; isAny && !closed; ) {
      isAny = false;
      for (const blobId of await nextWanted())
        if (!closed && (await leases.hold(`picture ${blobId}`, () => makeIfWanted(blobId)))) isAny = true;
    }
  }

  /** Another node may have made it since it was looked up. */
  async function makeIfWanted(blobId: string) {
    const row = await db.selectFrom('previews').select('state').where('blob_id', '=', blobId).executeTakeFirst();
    if (row?.state === 'waiting') await makeOne(blobId);
  }

  async function nextWanted(): Promise<string[]> {
    await db
      .updateTable('previews')
      .set({ state: 'none' })
      .where('state', '=', 'waiting')
      .where('tries', '>=', maxTries)
      .execute();
    const rows = await db
      .selectFrom('previews')
      .innerJoin('blobs', 'blobs.id', 'previews.blob_id')
      .select('blob_id')
      .where('state', '=', 'waiting')
      // What is damaged may be whole again some day, and shows no picture until then.
      .where('damaged_at', 'is', null)
      .orderBy('tries')
      .orderBy('blob_id')
      .limit(atOnce)
      .execute();
    return rows.map(({ blob_id }) => blob_id);
  }

  async function makeOne(blobId: string) {
    // Counted before the work, so that one that takes the whole server down is given up too.
    await db
      .updateTable('previews')
      .set((eb) => ({ tries: eb('tries', '+', 1) }))
      .where('blob_id', '=', blobId)
      .execute();
    try {
      const row = await db
        .selectFrom('blobs')
        .select(['id', 'size', 'sha256'])
        .where('id', '=', blobId)
        .executeTakeFirst();
      // Deleted for good a moment ago.
      if (row === undefined) return;
      const bytes = await readVerified(db, blobs, row).catch((error: unknown) => damage.found(blobId, error));
      const picture = await makePicture(bytes, previewPixels);
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
    await pictures.put(blobId, Buffer.from(bytes));
  }

  /** Bytes first, then the row; the change tells every tab. */
  async function settle(blobId: string, picture: Picture | undefined) {
    const owner = await db.selectFrom('blobs').select('account').where('id', '=', blobId).executeTakeFirst();
    const isWanted = owner !== undefined && (await note(owner, blobId, picture));
    // Deleted for good while the picture was made.
    if (!isWanted) await pictures.remove(blobId);
  }

  /** False when the blob is no more. */
  function note(principal: Principal, blobId: string, picture: Picture | undefined): Promise<boolean> {
    return changes.write(principal, async ({ trx, changed }) => {
      const made = picture && {
        state: 'made' as const,
        width: picture.width,
        height: picture.height,
        blur: picture.blur,
      };
      const { numUpdatedRows } = await trx
        .updateTable('previews')
        .set(made ?? { state: 'none' })
        .where('blob_id', '=', blobId)
        .executeTakeFirstOrThrow();
      // Read while the account is held: a file that is linked to the blob meanwhile is told of too.
      for (const { entry_id } of await trx
        .selectFrom('versions')
        .select('entry_id')
        .where('blob_id', '=', blobId)
        .execute())
        changed(entry_id);
      return numUpdatedRows > 0n;
    });
  }
}
