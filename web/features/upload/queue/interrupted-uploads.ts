import { fileBehind } from './file-handles.ts';
import type { SavedUploads } from './saved-uploads.ts';
import type { UnpackGroup } from './upload-item.ts';
import { identityOf, identityOfJob, isSame, jobOfFile, jobOfSaved, type UploadJob } from './upload-job.ts';
import type { UploadList } from './upload-list.ts';
import type { SavedUpload } from './upload-rows.ts';

type Options = { isClosed: () => boolean; onAdded: () => void };

/**
 * Uploads that earlier pages of this browser left unfinished, and the ways to resume them. `onAdded` is called each time some
 * were added to the list.
 */
export function createInterruptedUploads(
  list: UploadList,
  saved: SavedUploads | undefined,
  { isClosed, onAdded }: Options,
) {
  /** Of tabs that were closed beside this one, whose bytes it cannot read. */
  let unread: SavedUpload[] = [];

  return {
    /**
     * Adds what earlier pages left: to be sent where the browser still has the bytes, else as interrupted. Of what other tabs
     * leave when they are closed, it adds what it can send; the rest is left to a page that follows, as after a reload.
     */
    async restore(): Promise<void> {
      await saved?.watchTabs(() => void addReadable());
      await adopt();
    },

    /**
     * Resumes the interrupted upload of a file that is chosen again; the function that is returned tells whether there was one.
     * `folderId`: only of those into that folder. `unpacks`: with which others it is unpacked now.
     */
    resumer({ folderId, unpacks }: { folderId?: string | null; unpacks?: UnpackGroup | undefined } = {}) {
      const isHere = (one: { folderId: string | null }) => folderId === undefined || one.folderId === folderId;
      const shown = Map.groupBy(list.interrupted().filter(isHere), identityOfJob);
      const others = Map.groupBy(unread.filter(isHere), identityOf);
      return (file: File): boolean => {
        const job = nextInterrupted(shown.get(identityOf(file)));
        const row = job ? undefined : others.get(identityOf(file))?.shift();
        if (job) reattach(job, file, unpacks);
        if (row) void resume(row, file, unpacks);
        return job !== undefined || row !== undefined;
      };
    },

    /** Asks the person to let the browser read the files again. Has to be called by a click. */
    async requestPermission(): Promise<void> {
      for (const job of list.interrupted()) {
        if (job.handle === undefined) continue;
        const file = await fileBehind(job.handle, { mayAsk: true });
        if (!list.isInterrupted(job)) continue; // Canceled or resumed while the browser asked.
        if (file instanceof File && isSame(job, file)) list.reattach(job, file);
        else if (file !== 'ask') list.change(job, { needs: 'file' });
      }
    },
  };

  /** Of those that were interrupted, the next that is neither canceled nor resumed since. */
  function nextInterrupted(jobs: UploadJob[] = []): UploadJob | undefined {
    let job = jobs.shift();
    while (job && !list.isInterrupted(job)) job = jobs.shift();
    return job;
  }

  async function adopt(keys?: ReadonlySet<string>): Promise<void> {
    for (const row of (await saved?.adopt(keys)) ?? []) {
      const job = await jobOfSaved(list.nextId(), row);
      if (isClosed()) return;
      if (job.file) list.add(job);
      else list.addIdle(job);
    }
    onAdded();
  }

  /** What is unpacked together stays together. */
  async function addReadable(): Promise<void> {
    const rows = (await saved?.left()) ?? [];
    const readable = await Promise.all(rows.map(isReadable));
    const unreadable = rows.filter((_, i) => !readable[i]);
    const groups = new Set(unreadable.flatMap(({ unpacks }) => unpacks?.id ?? []));
    unread = rows.filter((row) => unreadable.includes(row) || groups.has(row.unpacks?.id ?? ''));
    await adopt(new Set(rows.filter((row) => !unread.includes(row)).map(({ key }) => key)));
  }

  /** Takes over an upload of a tab that was closed, with its file; uploads it anew where another has taken it over. */
  async function resume(row: SavedUpload, file: File, unpacks: UnpackGroup | undefined): Promise<void> {
    unread = unread.filter((other) => other !== row);
    const [taken] = (await saved?.adopt(new Set([row.key]))) ?? [];
    const job = taken && (await jobOfSaved(list.nextId(), taken));
    if (isClosed()) return;
    if (job) reattach(job, file, unpacks);
    else {
      const { folderId } = row;
      list.add(jobOfFile(list.nextId(), { file, folderId, unpacks: unpacks ?? row.unpacks, paused: false }));
    }
    onAdded();
  }

  function reattach(job: UploadJob, file: File, unpacks: UnpackGroup | undefined) {
    if (unpacks) {
      job.unpacks = { ...unpacks, stored: job.unpacks?.stored ?? [] };
      list.save(job, { unpacks: job.unpacks });
    }
    list.reattach(job, file);
  }
}

async function isReadable({ bytes }: SavedUpload): Promise<boolean> {
  return bytes instanceof Blob || (bytes !== undefined && (await fileBehind(bytes)) instanceof File);
}
