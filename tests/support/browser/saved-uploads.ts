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

/** Keeps every request to the saved uploads waiting, until the function that is returned is called. */
export async function holdSavedUploads(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('keepsake');
        opening.onsuccess = () => {
          const store = opening.result.transaction('uploads', 'readwrite').objectStore('uploads');
          const goOn = () => {
            if (Reflect.get(window, 'isReleased') === true) opening.result.close();
            else store.count().onsuccess = goOn;
            resolve();
          };
          goOn();
        };
      }),
  );
  return async () => void (await page.evaluate(() => Reflect.set(window, 'isReleased', true)));
}

/** Takes what is saved as it is before its addresses are; the function that is returned saves it again, as a closed tab's. */
export async function keepSavedUploads(page: Page): Promise<() => Promise<void>> {
  const inStores = async (mode: IDBTransactionMode) =>
    await page.evaluate(
      (how) =>
        new Promise<void>((resolve) => {
          const opening = indexedDB.open('keepsake');
          opening.onsuccess = () => {
            const transaction = opening.result.transaction(['uploads', 'upload-bytes'], how);
            const rows = transaction.objectStore('uploads');
            const copies = transaction.objectStore('upload-bytes');
            if (how === 'readwrite') {
              const [row, copy] = Reflect.get(window, 'kept');
              rows.put({ ...row, tab: 'closed', url: undefined });
              copies.put(copy, row.key);
            } else {
              const row = rows.getAll();
              const copy = copies.getAll();
              copy.onsuccess = () => Reflect.set(window, 'kept', [row.result[0], copy.result[0]]);
            }
            transaction.oncomplete = () => {
              opening.result.close();
              resolve();
            };
          };
        }),
      mode,
    );
  await inStores('readonly');
  return () => inStores('readwrite');
}
