import type { File as StoredFile } from '#contract/records/entries.ts';

type Zip = Pick<StoredFile, 'id' | 'name'>;
type Batch = { missing: Set<File>; zips: Zip[] };

/**
 * Zips that are to be unpacked when they are stored. Those that were dropped together are begun together, since they may be the
 * parts of one archive.
 */
export function createUnpackUploaded(unpack: (zips: readonly Zip[]) => void) {
  const batches = new Map<File, Batch>();

  return {
    add(files: readonly File[]) {
      const batch: Batch = { missing: new Set(files), zips: [] };
      for (const file of files) batches.set(file, batch);
    },
    stored(file: File, id: string) {
      const batch = batches.get(file);
      batches.delete(file);
      if (!batch?.missing.delete(file)) return;
      batch.zips.push({ id, name: file.name });
      if (batch.missing.size === 0) unpack(batch.zips);
    },
  };
}
