import type { File as StoredFile } from '#contract/records/entries.ts';

type Zip = Pick<StoredFile, 'id' | 'name'>;
/** What was dropped together, by each that is not stored yet. */
export type WaitingZips = ReadonlyMap<File, Batch>;
type Batch = { missing: Set<File>; zips: Zip[] };

/**
 * Zips that are to be unpacked when they are stored. Those that were dropped together are begun together, since they may be the
 * parts of one archive.
 */
export function createUnpackUploaded(unpack: (zips: readonly Zip[]) => void) {
  const batches = new Map<File, Batch>();

  return {
    /** For the next session of this person. */
    waiting: batches as WaitingZips,
    /** They waited in an earlier session, and are uploaded again. */
    resume(waiting: WaitingZips) {
      for (const [file, batch] of waiting) batches.set(file, batch);
    },
    /** They are being uploaded. */
    add(files: readonly File[]) {
      const batch: Batch = { missing: new Set(files), zips: [] };
      for (const file of files) batches.set(file, batch);
    },
    stored(file: File, id: string) {
      batches.get(file)?.zips.push({ id, name: file.name });
      arrived(file);
    },
    /** It is not uploaded after all: the others are not kept waiting. */
    discarded: arrived,
  };

  function arrived(file: File) {
    const batch = batches.get(file);
    batches.delete(file);
    batch?.missing.delete(file);
    if (batch?.missing.size === 0 && batch.zips.length > 0) unpack(batch.zips);
  }
}
