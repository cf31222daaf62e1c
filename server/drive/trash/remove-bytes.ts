import type { BlobStore } from '#server/blobs/blob-store.ts';

type Deps = {
  blobs: BlobStore;
  /** The thumbnails, under the ids of the blobs they show. */
  thumbnails: BlobStore;
  /** False while no bytes may be removed, whatever happens to the rows. */
  mayRemoveBytes: () => Promise<boolean>;
  report: (problem: string, error: unknown) => void;
};

/** Removes the bytes of blobs whose rows were deleted. */
export type RemoveBytes = ReturnType<typeof createRemoveBytes>;

const filesAtOnce = 16;

export function createRemoveBytes({ blobs, thumbnails, mayRemoveBytes, report }: Deps) {
  /** Bytes that cannot or may not be removed now become orphans, which the janitor removes; that is not an error. */
  return async (ids: readonly string[]): Promise<void> => {
    for (let at = 0; at < ids.length && (await mayRemoveBytes()); at += filesAtOnce) {
      const results = await Promise.allSettled(
        ids.slice(at, at + filesAtOnce).flatMap((id) => [blobs.remove(id), thumbnails.remove(id)]),
      );
      for (const result of results) {
        if (result.status === 'rejected') report('Could not remove the bytes of a deleted file', result.reason);
      }
    }
  };
}
