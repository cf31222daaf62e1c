import type { BlobHashes, SumsPart } from '../blob-store.ts';

/** What the hash worker is started with. */
export type HashSettings = {
  /** Where notes of how far files are hashed lie, by the files' names. */
  notesFolder: string;
  /** Larger files have a note. */
  resumableBytes: number;
  /** How much of a file is hashed at most before it is noted again. */
  noteEveryBytes: number;
};

/**
 * `grows`: bytes come from `offset` on, of a file that will have `length`. `ahead`: bytes up to `end` are there.
 * `forget`: those behind `end` changed.
 */
export type HashNotification =
  | { kind: 'grows'; path: string; offset: number; length: number }
  | { kind: 'ahead' | 'forget'; path: string; end: number };

/** The hashes of the bytes up to `end` are wanted. */
export type HashRequest = { kind: 'hash'; path: string; end: number };

/** The sums of the first parts are in the file's note, the others are here. */
export type HashResult = { hashes: BlobHashes; notedParts: number; parts: SumsPart[] };
