import { newId } from '#client/storage/requests/new-id.ts';
import type { UploadSource } from '#client/storage/transfer/upload-options.ts';
import type { UploadTask } from '#client/storage/upload.ts';
import { fileBehind } from './file-handles.ts';
import { isUnfinished, type UnpackGroup, type UploadItem } from './upload-item.ts';
import type { SavedUpload } from './upload-rows.ts';

/** An upload of the queue, with what it takes to send it. */
export type UploadJob = {
  item: UploadItem;
  folderId: string | null;
  /** In milliseconds since the epoch, as the file has it. */
  lastModified: number;
  /** Missing while the upload is interrupted. */
  file?: File;
  task?: UploadTask;
  /** Under which the browser saves it, once it does. */
  key?: Promise<string>;
  /** By which the server knows it: sent again from what the browser saved, it is not stored a second time. */
  uploadId: string;
  /** Its address at the server, once it has one: the upload resumes from there. */
  url?: string;
  /** Leads to the bytes, when the browser needs permission to read them. */
  handle?: FileSystemFileHandle;
  /** With which others it is unpacked once it is stored. */
  unpacks?: UnpackGroup | undefined;
};

/** What is left of an upload whose session ended; it lives as long as the page. */
export type HeldUpload = Pick<UploadJob, 'folderId' | 'url' | 'unpacks'> & { file: File; paused: boolean };

export function newItem(id: number, name: string, size: number): UploadItem {
  return { id, name, size, progress: 0, error: false, state: 'waiting', canRetry: true };
}

/** What the next session needs of an upload; undefined when nothing of it is left to send. */
export function heldOf({ item, file, folderId, url, unpacks }: UploadJob): HeldUpload | undefined {
  return file && isUnfinished(item) ? { file, folderId, url, unpacks, paused: item.state === 'paused' } : undefined;
}

/** An upload of a file, new or what is left of one. */
export function jobOfFile(id: number, { file, folderId, url, unpacks, paused }: HeldUpload): UploadJob {
  const item: UploadItem = { ...newItem(id, file.name, file.size), state: paused ? 'paused' : 'waiting' };
  return { item, folderId, lastModified: file.lastModified, file, uploadId: newId(), url, unpacks };
}

/** An upload that an earlier page left unfinished, with its bytes where the browser still has them. */
export async function jobOfSaved(id: number, saved: SavedUpload): Promise<UploadJob> {
  const { name, size, folderId, lastModified, bytes } = saved;
  const found = bytes instanceof Blob ? asFile(bytes, saved) : bytes && (await fileBehind(bytes));
  const job: UploadJob = {
    item: newItem(id, name, size),
    folderId,
    lastModified,
    key: Promise.resolve(saved.key),
    uploadId: saved.uploadId ?? newId(),
    url: saved.url,
    unpacks: saved.unpacks,
  };
  if (found instanceof File && isSame(job, found))
    return { ...job, item: { ...job.item, state: saved.paused ? 'paused' : 'waiting' }, file: found };
  const needs = found === 'ask' ? 'permission' : 'file';
  return {
    ...job,
    item: { ...job.item, state: 'interrupted', needs },
    ...(found === 'ask' && bytes instanceof FileSystemFileHandle ? { handle: bytes } : {}),
  };
}

/** Whether a file that was chosen again is the one of an interrupted job. */
export function isSame(job: UploadJob, file: File): boolean {
  return identityOfJob(job) === identityOf(file);
}

export function identityOfJob({ item: { name, size }, lastModified }: UploadJob): string {
  return identityOf({ name, size, lastModified });
}

/** By which a file is recognised that is chosen again. */
export function identityOf({ name, size, lastModified }: Pick<File, 'name' | 'size' | 'lastModified'>): string {
  return JSON.stringify([size, lastModified, name]);
}

export function sourceOf(file: File, folderId: string | null): UploadSource {
  const { name, type } = file;
  // A scanned photograph may be older than the server's clock reaches: 1970.
  const lastModified = Math.max(file.lastModified, 0);
  return { body: file, name, folderId, lastModified, ...(type ? { contentType: type } : {}) };
}

function asFile(bytes: Blob, { name, contentType, lastModified }: SavedUpload): File {
  return bytes instanceof File ? bytes : new File([bytes], name, { type: contentType, lastModified });
}
