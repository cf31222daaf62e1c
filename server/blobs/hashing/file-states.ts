import type { BlobHashing } from './blob-hashing.ts';

/** What the hash worker knows of a file. */
export type FileState = {
  hashing: BlobHashing | undefined;
  /** Whether hashing it resumes after a restart. */
  resumable: boolean;
  /** Bytes that are known to be those that were hashed before, here or by an earlier process. */
  unchanged: number;
  /** Bytes up to here are there, and hashed in the background. */
  end: number;
  /** Requests for hashes, in their order. */
  requests: { id: number; end: number }[];
};

/** About 1 KiB each; the least recently used is dropped, and its file read again when needed. */
const maxStates = 1000;

/** States by path, the least recently used first. */
export function createFileStates({ resumableBytes }: { resumableBytes: number }) {
  const states = new Map<string, FileState>();

  return {
    get: (path: string): FileState | undefined => states.get(path),
    delete: (path: string): void => void states.delete(path),

    /** The state of a file that is in use now. */
    use(path: string): FileState {
      const state = states.get(path) ?? newState();
      states.delete(path);
      states.set(path, state);
      if (states.size > maxStates) {
        const oldest = [...states].find(([, { requests }]) => requests.length === 0);
        if (oldest !== undefined) states.delete(oldest[0]);
      }
      return state;
    },

    /** Bytes come from `offset` on, of a file that will have `length`. */
    grow(state: FileState, { offset, length }: { offset: number; length: number }): void {
      state.resumable = length > resumableBytes;
      if (state.hashing === undefined) state.unchanged = Math.min(state.unchanged, offset);
    },

    /** The bytes behind `end` changed. */
    truncate(path: string, end: number): void {
      const state = states.get(path);
      if (state === undefined) return;
      state.end = Math.min(state.end, end);
      if (state.hashing && state.hashing.hashed <= end) return;
      if (state.requests.length === 0) states.delete(path);
      else Object.assign(state, { hashing: undefined, unchanged: Math.min(state.unchanged, end) });
    },
  };
}

function newState(): FileState {
  return { hashing: undefined, resumable: false, unchanged: Infinity, end: 0, requests: [] };
}
