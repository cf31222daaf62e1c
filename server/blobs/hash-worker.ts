/**
 * The worker thread that hashes files: it reads each from where it stopped, a piece at a time, in turn with the others.
 * It keeps what it has hashed of a file, so that only the tail is left when the hashes are asked for.
 */
import { createHash, type Hash } from 'node:crypto';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';

/** `ahead`: bytes up to `end` are there. `hash`: answer for the bytes up to `end`. `forget`: those behind `end` changed. */
export type HashMessage =
  | { kind: 'ahead' | 'forget'; path: string; end: number }
  | { kind: 'hash'; path: string; end: number; ask: number };

/** SHA-256 in hexadecimal, MD5 in base64; or why not. */
export type HashAnswer = { ask: number } & (
  | { hashes: { sha256: string; md5: string } }
  | { problem: { message: string; code: string | undefined } }
);

type Work = { sha256: Hash; md5: Hash; hashed: number; end: number; asks: { ask: number; end: number }[] };

const pieceBytes = 1024 ** 2;
/** Files whose state is kept, about 1 KiB each; the one used least lately is forgotten first and read again when needed. */
const keptStates = 1000;

const piece = Buffer.alloc(pieceBytes);
/** By path, the one used least lately first. */
const works = new Map<string, Work>();
/** Paths that have something to do, in turn. */
const queue = new Set<string>();
let running = false;

parentPort?.on('message', (message: HashMessage) => {
  if (message.kind === 'forget') return forget(message);
  const work = use(message.path);
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
    if (work !== undefined && hashPiece(path, work)) queue.add(path);
    // Messages come in between two pieces.
    await setImmediate();
  }
  running = false;
}

/** Hashes the next piece and answers who asked for what is complete. Returns whether there is more to do. */
function hashPiece(path: string, work: Work): boolean {
  try {
    const asked = work.asks[0]?.end;
    // More was hashed than is asked for, and no state goes back.
    if (asked !== undefined && work.hashed > asked) Object.assign(work, begin());
    const target = asked ?? work.end;
    if (work.hashed < target) advance(path, work, Math.min(pieceBytes, target - work.hashed));
    while (work.asks[0]?.end === work.hashed) answer(work, work.asks.shift()?.ask ?? 0);
    return work.asks.length > 0 || work.hashed < work.end;
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    for (const { ask } of work.asks) post({ ask, problem: { message, code } });
    works.delete(path);
    return false;
  }
}

function advance(path: string, work: Work, length: number): void {
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const count = readSync(file, piece, 0, length, work.hashed);
    if (count === 0) throw new Error(`The file ends at ${work.hashed} bytes`);
    const bytes = piece.subarray(0, count);
    work.sha256.update(bytes);
    work.md5.update(bytes);
    work.hashed += count;
  } finally {
    closeSync(file);
  }
}

/** The states stay as they are, so that asking again costs nothing. */
function answer({ sha256, md5 }: Work, ask: number): void {
  post({ ask, hashes: { sha256: sha256.copy().digest('hex'), md5: md5.copy().digest('base64') } });
}

function forget({ path, end }: { path: string; end: number }): void {
  const work = works.get(path);
  if (work === undefined) return;
  work.end = Math.min(work.end, end);
  if (work.hashed <= end) return;
  if (work.asks.length === 0) works.delete(path);
  else Object.assign(work, begin());
}

function use(path: string): Work {
  const work = works.get(path) ?? { ...begin(), end: 0, asks: [] };
  works.delete(path);
  works.set(path, work);
  if (works.size > keptStates) {
    const oldest = [...works].find(([, { asks }]) => asks.length === 0);
    if (oldest !== undefined) works.delete(oldest[0]);
  }
  return work;
}

function begin() {
  return { sha256: createHash('sha256'), md5: createHash('md5'), hashed: 0 };
}

function post(message: HashAnswer): void {
  parentPort?.postMessage(message);
}
