import type { StoredZip } from './upload-item.ts';
import type { UploadJob } from './upload-job.ts';
import type { UploadList } from './upload-list.ts';

/** Follows the zips of a list that are to be unpacked: `unpack` receives those of a group once none of them is missing. */
export function createUnpackGroups(list: UploadList, unpack: (zips: readonly StoredZip[]) => void) {
  return {
    /** An upload of the list is stored as this file. */
    stored: (job: UploadJob, fileId: string) => leave(job, [{ id: fileId, name: job.item.name }]),
    /** An upload of the list is not stored after all: the others are not kept waiting. */
    discarded: (job: UploadJob) => leave(job, []),
  };

  function leave(job: UploadJob, added: readonly StoredZip[]) {
    const group = job.unpacks;
    if (group === undefined) return;
    job.unpacks = undefined;
    const others = list.jobs().filter(({ unpacks }) => unpacks?.id === group.id);
    // A crash may have left some of them behind others.
    const known = [...[job, ...others].flatMap(({ unpacks = group }) => unpacks.stored), ...added];
    const stored = [...new Map(known.map((zip) => [zip.id, zip])).values()];
    for (const other of others) {
      other.unpacks = { id: group.id, stored };
      list.save(other, { unpacks: other.unpacks });
    }
    if (others.length === 0 && stored.length > 0) unpack(stored);
  }
}
