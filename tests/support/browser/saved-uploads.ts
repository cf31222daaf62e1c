import type { Page } from 'playwright-core';

/** What tests look at of an upload that the browser saved; `url` is its address at the server, once it has one. */
type SavedUpload = { url?: string; paused?: boolean; copied: boolean };

/** The unfinished uploads that the browser has saved. */
export function savedUploads(page: Page): Promise<SavedUpload[]> {
  return page.evaluate(
    () =>
      new Promise<SavedUpload[]>((resolve, reject) => {
        const opening = indexedDB.open('keepsake');
        opening.onerror = () => reject(new Error('No database'));
        opening.onsuccess = () => {
          const transaction = opening.result.transaction(['uploads', 'upload-bytes']);
          const reading = transaction.objectStore('uploads').getAll();
          const copies = transaction.objectStore('upload-bytes').getAllKeys();
          transaction.oncomplete = () => {
            opening.result.close();
            resolve(
              reading.result.map(({ key, url, paused }) => ({ url, paused, copied: copies.result.includes(key) })),
            );
          };
        };
      }),
  );
}
