import type { File as StoredFile } from '#contract/records/entries.ts';

/** An upload as the page shows it (specification, section 3: id, name, progress 0 to 1, error flag). */
export type UploadItem = {
  id: number;
  name: string;
  progress: number;
  error: boolean;
  /** In bytes. */
  size: number;
  /** Why it failed, in a sentence. */
  reason?: string;
  /** `interrupted`: after a reload the browser no longer has the bytes, or needs permission to read them. */
  state: 'waiting' | 'running' | 'paused' | 'failed' | 'interrupted' | 'done';
  /** Whether trying again can help. */
  canRetry: boolean;
  /** What an interrupted upload needs: permission to read the file, or the file chosen once more. */
  needs?: 'permission' | 'file';
};

/** Those in which bytes are still to be sent, and nobody has to do something first. */
export const unfinishedStates: readonly UploadItem['state'][] = ['waiting', 'running', 'paused'];

/** Whether bytes are still to be sent, and nobody has to do something first. */
export function isUnfinished({ state }: UploadItem): boolean {
  return unfinishedStates.includes(state);
}

export type StoredZip = Pick<StoredFile, 'id' | 'name'>;

/** Zips that are unpacked together, since they may be the parts of one archive: its id, and those that are stored already. */
export type UnpackGroup = { id: string; stored: readonly StoredZip[] };
