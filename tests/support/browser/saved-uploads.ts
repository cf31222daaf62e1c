import type { Page } from 'playwright-core';

/** What tests look at of an upload that the browser saved; `url` is its address at the server, once it has one. */
type SavedUpload = { url?: string; paused?: boolean };

/** The unfinished uploads that the browser has saved. */
export function savedUploads(page: Page): Promise<SavedUpload[]> {
  return page.evaluate(
    () =>
      new Promise<SavedUpload[]>((resolve, reject) => {
        const opening = indexedDB.open('keepsake');
        opening.onerror = () => reject(new Error('No database'));
        opening.onsuccess = () => {
          const reading = opening.result.transaction('uploads').objectStore('uploads').getAll();
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result.map(({ url, paused }) => ({ url, paused })));
          };
        };
      }),
  );
}
