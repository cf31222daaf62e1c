/**
 * The worker thread that hashes files: it reads each from where it stopped, a piece at a time, in turn with the others.
 * It remembers what it has hashed of a file, so that only the tail is left when the hashes are requested.
 */
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { type RpcRequest, type RpcResponse, rpcErrorOf } from '#server/workers/worker-rpc.ts';
import { type BlobHashing, beginHashing, resumeHashing } from './blob-hashing.ts';
import { createFileStates, type FileState } from './file-states.ts';
import type { HashNotification, HashRequest, HashResult, HashSettings } from './hash-messages.ts';
import { openHashingNote, removeNote } from './hashing-note.ts';

const { notesFolder, resumableBytes, noteEveryBytes } = workerData as HashSettings;
const readBytes = 1024 ** 2;

const piece = Buffer.allocUnsafeSlow(readBytes);
const states = createFileStates({ resumableBytes });
/** Paths with something to do, in turn. */
const queue = new Set<string>();
let running = false;

parentPort?.on('message', (message: HashNotification | RpcRequest<HashRequest>) => {
  if (message.kind === 'forget') return forget(message.path, message.end);
  const state = states.use(message.path);
  if (message.kind === 'grows') return states.grow(state, message);
  if (message.kind === 'hash') state.requests.push(message);
  else state.end = Math.max(state.end, message.end);
  queue.add(message.path);
  if (!running) void run();
});

async function run(): Promise<void> {
  running = true;
  for (let [path] = queue; path !== undefined; [path] = queue) {
    queue.delete(path);
    const state = states.get(path);
    if (state !== undefined && (await hashPiece(path, state))) queue.add(path);
    // Messages come in between two pieces.
    await setImmediate();
  }
  running = false;
}

/** Hashes the next piece and responds to the requests that are complete. Returns whether there is more to do. */
async function hashPiece(path: string, state: FileState): Promise<boolean> {
  const { requests } = state;
  try {
    const requested = requests[0]?.end;
    const target = requested ?? state.end;
    // More was hashed than is requested, and no hash goes back.
    if (requested !== undefined && state.hashing && state.hashing.hashed > requested) state.hashing = undefined;
    const hashing = (state.hashing ??= await begin(path, state, target));
    if (hashing.hashed < target) advance(path, hashing, Math.min(readBytes, target - hashing.hashed));
    for (let [first] = requests; first?.end === hashing.hashed; [first] = requests) {
      requests.shift();
      // The state stays, so that another request costs nothing.
      post({ id: first.id, result: hashing.result() });
    }
    return requests.length > 0 || hashing.hashed < state.end;
  } catch (error) {
    for (const { id } of requests) post({ id, error: rpcErrorOf(error) });
    states.delete(path);
    return false;
  }
}

function begin(path: string, { resumable, unchanged }: FileState, target: number): Promise<BlobHashing> | BlobHashing {
  if (!resumable && target <= resumableBytes) return beginHashing();
  return resumeHashing(noteOf(path), { noteEveryBytes, most: Math.min(unchanged, target) });
}

function advance(path: string, hashing: BlobHashing, length: number): void {
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const count = readSync(file, piece, 0, length, hashing.hashed);
    if (count === 0) throw new Error(`The file ends at ${hashing.hashed} bytes`);
    hashing.update(piece.subarray(0, count));
  } finally {
    closeSync(file);
  }
}

function forget(path: string, end: number): void {
  if (end === 0 ? states.get(path) !== undefined : (openHashingNote(noteOf(path)).read()?.hashed ?? 0) > end)
    removeNote(noteOf(path));
  states.truncate(path, end);
}

function noteOf(path: string): string {
  return join(notesFolder, basename(path));
}

function post(message: RpcResponse<HashResult>): void {
  parentPort?.postMessage(message);
}
