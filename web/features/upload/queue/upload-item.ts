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
  /** `lost`: after a reload the browser no longer has the bytes, or may not read them without being allowed to. */
  state: 'waiting' | 'running' | 'paused' | 'failed' | 'lost' | 'done';
  /** Whether trying again can help. */
  again: boolean;
  /** What a lost upload wants of the person: to let the browser read the file, or to choose it once more. */
  wants?: 'permission' | 'file';
};

/** Whether bytes of it have still to be sent, without anybody doing something first. */
export function isOnItsWay({ state }: UploadItem): boolean {
  return state === 'waiting' || state === 'running' || state === 'paused';
}
