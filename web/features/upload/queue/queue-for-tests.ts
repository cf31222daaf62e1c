import type { UploadOptions, UploadSource } from '#client/storage/transfer/upload-options.ts';
import type { UploadTask } from '#client/storage/upload.ts';
import type { SavedUploads } from './saved-uploads.ts';
import { createUploadQueue } from './upload-queue.ts';
import type { SavedChange, SavedUpload } from './upload-rows.ts';

/** Deletes nothing on a server, unless the test says how. */
export function openQueue(
  options: Omit<Parameters<typeof createUploadQueue>[0], 'terminate'> & { terminate?: (url: string) => Promise<void> },
) {
  return createUploadQueue({ terminate: async () => {}, ...options });
}

/** Uploads that end as the test says; `started` has those that began. */
export function createTransfers() {
  const started: { source: UploadSource; resumeFrom?: string; succeed(id?: string): void; fail(error: Error): void }[] =
    [];
  const start = (source: UploadSource, { onUrl, ...options }: UploadOptions): UploadTask => {
    onUrl?.('/api/uploads/1');
    const { promise: done, resolve, reject } = Promise.withResolvers<string>();
    done.catch(() => {});
    let state: 'running' | 'canceled' = 'running';
    started.push({ source, ...options, succeed: (id = 'file') => resolve(id), fail: reject });
    return {
      snapshot: () => ({ state, bytesTransferred: 0, totalBytes: 1 }),
      observe: () => () => {},
      pause: () => false,
      resume: () => false,
      cancel: () => false,
      discard() {
        state = 'canceled';
        reject(new Error('canceled'));
      },
      done,
    };
  };
  return { started, start };
}

/** What the browser saved of earlier pages, `rows`, to which another tab that is closed adds its own. */
export function savedOf(...rows: SavedUpload[]) {
  const removed: string[] = [];
  const changes: [string, SavedChange][] = [];
  const asked: unknown[] = [];
  let onClosed = () => {};
  const saved: SavedUploads = {
    add: async (file) => file.name,
    change: async (key, part) => void changes.push([key, part]),
    remove: async (key) => void removed.push(key),
    watchTabs: async (listener) => void (onClosed = listener),
    left: async () => [...rows],
    async adopt(keys) {
      asked.push(keys);
      return takeFrom(rows, ({ key }) => keys === undefined || keys.has(key));
    },
    close() {},
  };
  const closeTab = (...left: SavedUpload[]) => {
    rows.push(...left);
    onClosed();
  };
  return { saved, rows, removed, changes, asked, closeTab };
}

function takeFrom<T>(all: T[], isTaken: (one: T) => boolean): T[] {
  const taken = all.filter(isTaken);
  all.splice(0, all.length, ...all.filter((one) => !isTaken(one)));
  return taken;
}

export const rowOf = (name: string, part: Partial<SavedUpload> = {}): SavedUpload => ({
  key: name,
  uid: 'ada',
  tab: 'closed',
  name,
  folderId: null,
  contentType: '',
  size: 70_000,
  lastModified: 1,
  bytes: undefined,
  url: `/api/uploads/${name}`,
  ...part,
});

export const files = (...names: string[]) =>
  names.map((name) => new File(['x'.repeat(70_000)], name, { lastModified: 1 }));
