import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, open, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type BlobSums, blockBytes, pieceBytes, sumsPartBytes } from '#server/blobs/blob-store.ts';
import { createHasher, type Hasher } from '#server/blobs/hashing/hasher.ts';
import { WorkerUnavailable } from '#server/workers/restarts.ts';

const mebibyte = 1024 ** 2;
/** It is noted after 8 MiB. */
const size = 10 * mebibyte;

let folder: string;
let notes: string;
let file: string;
let hasher: Hasher;
const reports: string[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keepsake-hashing-'));
  [notes, file] = [join(folder, 'notes'), join(folder, 'file')];
  await mkdir(notes);
  hasher = start();
});
afterEach(async () => {
  await hasher.close();
  reports.length = 0;
  await rm(folder, { recursive: true });
});

function start(): Hasher {
  const settings = { notesFolder: notes, resumableBytes: 9 * mebibyte, noteEveryBytes: blockBytes };
  return createHasher(settings, (problem) => reports.push(problem));
}

async function restart(): Promise<void> {
  await hasher.close();
  hasher = start();
}

function bytes(length: number, seed = 'resumed'): Buffer {
  return createHash('shake256', { outputLength: length }).update(seed).digest();
}

function sha256(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** The sums of the whole, as they are made of its bytes. */
async function expectSums(sums: BlobSums, content: Buffer): Promise<void> {
  expect(sums).toMatchObject({ sha256: sha256(content) });
  const pieces: number[] = [];
  for await (const { crc32s } of sums.parts()) {
    for (let at = 0; at < crc32s.length; at += 4) pieces.push(crc32s.readUInt32BE(at));
  }
  expect(pieces).toEqual(slices(content, pieceBytes).map((piece) => crc32(piece)));
}

function slices(content: Buffer, length: number): Buffer[] {
  return Array.from({ length: Math.ceil(content.length / length) }, (_, i) =>
    content.subarray(i * length, (i + 1) * length),
  );
}

/** Hashes the first bytes of the file as they come, until they are noted. */
async function hashNoted(content: Buffer): Promise<void> {
  await writeFile(file, content);
  hasher.grows(file, 0, content.length + 1);
  await hasher.hash(file, content.length);
}

/** Changes bytes that a new reading would meet; returns the way to have them back. */
async function spoil(position: number): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.write(Buffer.from('other bytes'), 0, 11, position);
  await handle.close();
}

test.each([1, pieceBytes, blockBytes, blockBytes + 1, 9 * mebibyte + 7])('sums of %i bytes', async (length) => {
  const content = bytes(length);
  await writeFile(file, content);
  await expectSums(await hasher.hash(file, length), content);
});

test('after a restart only what was not noted is read again', async () => {
  const content = bytes(size);
  await hashNoted(content);
  await restart();
  await spoil(8 * mebibyte - 11);
  const more = Buffer.concat([content, bytes(mebibyte, 'more')]);
  await writeFile(file, bytes(mebibyte, 'more'), { flag: 'a' });
  hasher.grows(file, size, more.length);
  hasher.ahead(file, more.length);
  await expectSums(await hasher.hash(file, more.length), more);
});

test('what came after the note is read again', async () => {
  const content = bytes(size);
  await hashNoted(content);
  await restart();
  await spoil(8 * mebibyte);
  expect((await hasher.hash(file, size)).sha256).toBe(sha256(await readFile(file)));
});

test.each([
  ['is cut off', (note: string) => truncate(note, 3000)],
  ['lacks sums', (note: string) => truncate(note, 4096 + 400)],
  ['has other bytes', async (note: string) => await writeFile(note, (await readFile(note)).fill(7, 20, 21))],
  ['has other sums', async (note: string) => await writeFile(note, (await readFile(note)).fill(7, 4100, 4101))],
  ['is empty', (note: string) => truncate(note, 0)],
  ['is gone', (note: string) => rm(note)],
])('a note that %s counts as none', async (_what, damage) => {
  const content = bytes(size);
  await hashNoted(content);
  await restart();
  await damage(join(notes, 'file'));
  await expectSums(await hasher.hash(file, size), content);
});

test('a note of more bytes than the file has when it resumes counts as none', async () => {
  await hashNoted(bytes(size));
  await restart();
  const other = bytes(size, 'other');
  await writeFile(file, other);
  hasher.grows(file, 7 * mebibyte, size);
  await expectSums(await hasher.hash(file, size), other);
});

test('a note is gone with its file', async () => {
  await hashNoted(bytes(size));
  hasher.forget(file, 0);
  const other = bytes(size, 'other');
  await writeFile(file, other);
  await expectSums(await hasher.hash(file, size), other);
});

test('the sums of parts that are complete are read from the note', async () => {
  const length = sumsPartBytes + 2 * blockBytes + 5;
  await writeFile(file, bytes(1000));
  await truncate(file, length);
  hasher.grows(file, 0, length);
  await expectSums(await hasher.hash(file, length), await readFile(file));
});

test('when the thread dies nothing of what it noted is trusted, and hashing begins again', async () => {
  const threads: Worker[] = [];
  const onWorker = (worker: Worker) => threads.push(worker);
  process.on('worker', onWorker);
  onTestFinished(() => void process.off('worker', onWorker));
  const content = bytes(size);
  await hashNoted(content);
  const hashing = hasher.hash(file, 9 * mebibyte);
  await threads[0]?.terminate();
  await expect(hashing).rejects.toThrow(WorkerUnavailable);
  // The dead thread could not learn of that.
  const other = bytes(size, 'other');
  await writeFile(file, other);
  await expectSums(await hasher.hash(file, size), other);
  expect(reports).toEqual(['The thread that hashes files has ended; it is started again']);
});

test('a note of bytes that were cut off is gone before others come in their place', async () => {
  await hashNoted(bytes(size));
  hasher.forget(file, 7 * mebibyte);
  const small = join(folder, 'small');
  await writeFile(small, 'small');
  await hasher.hash(small, 5);
  await restart();
  const other = bytes(size, 'other');
  await writeFile(file, other);
  hasher.grows(file, size, size + 1);
  await expectSums(await hasher.hash(file, size), other);
});
