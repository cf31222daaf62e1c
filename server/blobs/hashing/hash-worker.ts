/**
 * The worker thread that hashes files: it reads each from where it stopped, a piece at a time, in turn with the others.
 * It keeps what it has hashed of a file, so that only the tail is left when the hashes are asked for.
 */
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { BlobHashes, SumsPart } from '../blob-store.ts';
import { type BlobHashing, beginHashing, resumeHashing } from './blob-hashing.ts';
import { removeNote } from './hashing-note.ts';
import { createParallelMd5 } from './parallel-md5.ts';
import { problemOf, type RpcReply, type RpcRequest } from './worker-rpc.ts';

/**
 * `grows`: bytes come from `offset` on, of a file that will have `length`. `ahead`: bytes up to `end` are there.
 * `forget`: those behind `end` changed.
 */
export type HashNews =
  | { kind: 'grows'; path: string; offset: number; length: number }
  | { kind: 'ahead' | 'forget'; path: string; end: number };

/** The hashes of the bytes up to `end` are wanted. */
export type HashQuestion = { kind: 'hash'; path: string; end: number };

/** The sums of the first parts lie in the file's note, those of the others are here. */
export type HashAnswer = { hashes: BlobHashes; notedParts: number; parts: SumsPart[] };

export type HashSettings = {
  /** Where notes of how far files are hashed lie, by the files' names. */
  notesFolder: string;
  /** Files that are larger have one. */
  resumableBytes: number;
  /** How much of a file is hashed at most before it is noted again. */
  noteEveryBytes: number;
};

type Work = {
  hashing: BlobHashing | undefined;
  /** Bytes that the file will have, as far as it is known. */
  length: number;
  /** Whether how far it is hashed is noted for the next start. */
  resumable: boolean;
  /** Bytes that are known to be those that were hashed before, here or by an earlier process. */
  unchanged: number;
  end: number;
  asks: { ask: number; end: number }[];
};

const { notesFolder, resumableBytes, noteEveryBytes } = workerData as HashSettings;
const readBytes = 1024 ** 2;
/** Files whose state is kept, about 1 KiB each; the one used least lately is forgotten first and read again when needed. */
const keptStates = 1000;

/** Files that are expected to be larger have their MD5 computed in a thread beside this one. */
const besideBytes = 8 * 1024 ** 2;

const piece = Buffer.from(new SharedArrayBuffer(readBytes));
const md5Beside = createParallelMd5(piece);
/** By path, the one used least lately first. */
const works = new Map<string, Work>();
/** Paths that have something to do, in turn. */
const queue = new Set<string>();
let running = false;

parentPort?.on('message', (message: HashNews | RpcRequest<HashQuestion>) => {
  if (message.kind === 'forget') return forget(message.path, message.end);
  const work = use(message.path);
  if (message.kind === 'grows') return grow(work, message);
  if (message.kind === 'hash') work.asks.push(message);
  else work.end = Math.max(work.end, message.end);
  queue.add(message.path);
  if (!running) void run();
});

async function run(): Promise<void> {
  running = true;
  for (let [path] = queue; path !== undefined; [path] = queue) {
    queue.delete(path);
    const work = works.get(path);
    if (work !== undefined && (await hashPiece(path, work))) queue.add(path);
    // Messages come in between two pieces.
    await setImmediate();
  }
  running = false;
}

/** Hashes the next piece and answers who asked for what is complete. Returns whether there is more to do. */
async function hashPiece(path: string, work: Work): Promise<boolean> {
  try {
    const asked = work.asks[0]?.end;
    const target = asked ?? work.end;
    // More was hashed than is asked for, and no state goes back.
    if (asked !== undefined && work.hashing && work.hashing.hashed > asked) work.hashing = undefined;
    const hashing = (work.hashing ??= await begin(path, work, target));
    if (hashing.hashed < target) advance(path, hashing, Math.min(readBytes, target - hashing.hashed));
    while (work.asks[0]?.end === hashing.hashed) answer(hashing, work.asks.shift()?.ask ?? 0);
    return work.asks.length > 0 || hashing.hashed < work.end;
  } catch (error) {
    for (const { ask } of work.asks) post({ ask, problem: problemOf(error) });
    works.delete(path);
    return false;
  }
}

function begin(
  path: string,
  { length, resumable, unchanged }: Work,
  target: number,
): Promise<BlobHashing> | BlobHashing {
  if (!resumable && target <= resumableBytes)
    return beginHashing(Math.max(length, target) > besideBytes ? md5Beside.begin() : undefined);
  return resumeHashing(noteOf(path), { noteEveryBytes, most: Math.min(unchanged, target) });
}

function noteOf(path: string): string {
  return join(notesFolder, basename(path));
}

function advance(path: string, hashing: BlobHashing, length: number): void {
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const count = readSync(file, piece, 0, length, hashing.hashed);
    if (count === 0) throw new Error(`The file ends at ${hashing.hashed} bytes`);
    hashing.update(piece.subarray(0, count));
  } finally {
    closeSync(file);
  }
}

/** The states stay as they are, so that asking again costs nothing. */
function answer(hashing: BlobHashing, ask: number): void {
  post({ ask, answer: hashing.result() });
}

function grow(work: Work, { offset, length }: { offset: number; length: number }): void {
  work.length = length;
  work.resumable = length > resumableBytes;
  if (work.hashing === undefined) work.unchanged = Math.min(work.unchanged, offset);
}

function forget(path: string, end: number): void {
  const work = works.get(path);
  if (work === undefined) return;
  if (end === 0) removeNote(noteOf(path));
  work.end = Math.min(work.end, end);
  if (work.hashing && work.hashing.hashed <= end) return;
  if (work.asks.length === 0) works.delete(path);
  else Object.assign(work, { hashing: undefined, unchanged: Math.min(work.unchanged, end) });
}

function use(path: string): Work {
  const work = works.get(path) ?? {
    hashing: undefined,
    length: 0,
    resumable: false,
    unchanged: Infinity,
    end: 0,
    asks: [],
  };
  works.delete(path);
  works.set(path, work);
  if (works.size > keptStates) {
    const oldest = [...works].find(([, { asks }]) => asks.length === 0);
    if (oldest !== undefined) works.delete(oldest[0]);
  }
  return work;
}

function post(message: RpcReply<HashAnswer>): void {
  parentPort?.postMessage(message);
}
