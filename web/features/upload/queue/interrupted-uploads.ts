import { fileBehind } from './file-handles.ts';
import type { SavedUploads } from './saved-uploads.ts';
import { identityOf, identityOfJob, isSame, jobOfSaved, type UploadJob } from './upload-job.ts';
import type { UploadList } from './upload-list.ts';

/** Uploads that earlier pages of this browser left unfinished, and the ways to resume them. */
export function createInterruptedUploads(list: UploadList, saved?: SavedUploads) {
  return {
    /**
     * Adds what earlier pages left, and what other tabs leave when they are closed: to be sent where the browser still
     * has the bytes, else as interrupted. Calls `onAdded` after each time.
     */
    async restore({ isClosed, onAdded }: { isClosed: () => boolean; onAdded: () => void }): Promise<void> {
      const addLeft = async () => {
        for (const row of (await saved?.adopt()) ?? []) {
          if (isClosed()) return;
          const job = await jobOfSaved(list.nextId(), row);
          if (job.file) list.add(job);
          else list.addIdle(job);
        }
        onAdded();
      };
      await saved?.watchTabs(() => void addLeft());
      await addLeft();
    },

    /**
     * Resumes the interrupted upload of a file that is chosen again; the function that is returned tells whether there was one.
     * `folderId`: only of those into that folder.
     */
    resumer(folderId?: string | null): (file: File) => boolean {
      const wanted = interrupted().filter((job) => folderId === undefined || job.folderId === folderId);
      const left = Map.groupBy(wanted, identityOfJob);
      return (file) => {
        const job = left.get(identityOf(file))?.shift();
        if (job) list.reattach(job, file);
        return job !== undefined;
      };
    },

    /** Asks the person to let the browser read the files again. Has to be called by a click. */
    async requestPermission(): Promise<void> {
      for (const job of interrupted()) {
        if (job.handle === undefined) continue;
        const file = await fileBehind(job.handle, { mayAsk: true });
        if (file instanceof File && isSame(job, file)) list.reattach(job, file);
        else if (file !== 'ask') list.change(job, { needs: 'file' });
      }
    },

    jobs: interrupted,
  };

  function interrupted(): UploadJob[] {
    return list.jobs().filter(({ item }) => item.state === 'interrupted');
  }
}
