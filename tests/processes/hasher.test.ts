import { createHash } from 'node:crypto';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createHasher, type Hasher } from '#server/blobs/hashing/hasher.ts';

const mebibyte = 1024 ** 2;

let folder: string;
let hasher: Hasher;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keepsake-hasher-'));
  hasher = createHasher({ notesFolder: folder, resumableBytes: 1024 * mebibyte, noteEveryBytes: mebibyte });
});
afterEach(async () => {
  await hasher.close();
  await rm(folder, { recursive: true });
});

async function fileOf(content: Uint8Array, name = 'file'): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

function bytes(length: number, seed = 'hasher'): Buffer {
  return createHash('shake256', { outputLength: length }).update(seed).digest();
}

function hashesOf(content: Uint8Array) {
  return { sha256: createHash('sha256').update(content).digest('hex') };
}

test.each([0, 1, mebibyte, mebibyte + 1, 5 * mebibyte - 1])('hashes %i bytes', async (size) => {
  const content = bytes(size);
  expect(await hasher.hash(await fileOf(content), size)).toMatchObject(hashesOf(content));
});

test('hashes large and small files at once, in pieces that come in turn, with results in between', async () => {
  const contents = [9, 20, 2, 12].map((size, i) => bytes(size * mebibyte + i, `parallel ${i}`));
  const paths = await Promise.all(contents.map((content, i) => fileOf(content, `file ${i}`)));
  for (const [i, path] of paths.entries()) hasher.grows(path, 0, contents[i]?.length ?? 0);
  for (let end = mebibyte; end <= 20 * mebibyte; end += 3 * mebibyte) {
    const results = paths.map(async (path, i) => {
      const content = contents[i]?.subarray(0, end) ?? Buffer.alloc(0);
      expect(await hasher.hash(path, content.length)).toMatchObject(hashesOf(content));
    });
    await Promise.all(results);
  }
  for (const [i, content] of contents.entries())
    expect(await hasher.hash(paths[i] ?? '', content.length)).toMatchObject(hashesOf(content));
});

test('counts only the bytes up to the size, whatever was hashed ahead', async () => {
  const content = bytes(3 * mebibyte);
  const path = await fileOf(content);
  hasher.ahead(path, content.length);
  expect(await hasher.hash(path, content.length)).toMatchObject(hashesOf(content));
  expect(await hasher.hash(path, 1000)).toMatchObject(hashesOf(content.subarray(0, 1000)));
  expect(await hasher.hash(path, content.length)).toMatchObject(hashesOf(content));
});

test('does not read again what it has hashed ahead', async () => {
  const content = bytes(3 * mebibyte);
  const path = await fileOf(content);
  await hasher.hash(path, 2 * mebibyte);
  const changed = Buffer.from(content).fill(0, 0, 2 * mebibyte);
  await writeFile(path, changed);
  expect(await hasher.hash(path, content.length)).toMatchObject(hashesOf(content));
});

test('starts again when bytes that it has hashed changed, and only then', async () => {
  const content = bytes(3 * mebibyte, 'before');
  const path = await fileOf(content);
  hasher.ahead(path, content.length);
  await truncate(path, mebibyte);
  hasher.forget(path, mebibyte);
  const after = Buffer.concat([content.subarray(0, mebibyte), bytes(2 * mebibyte, 'after')]);
  await writeFile(path, after);
  hasher.ahead(path, after.length);
  expect(await hasher.hash(path, after.length)).toMatchObject(hashesOf(after));
});

test('hashes many files in turn', async () => {
  const contents = Array.from({ length: 12 }, (_, i) => bytes(i * 400_000, `many ${i}`));
  const paths = await Promise.all(contents.map((content, i) => fileOf(content, `file ${i}`)));
  for (const [i, path] of paths.entries()) hasher.ahead(path, contents[i]?.length ?? 0);
  const hashes = await Promise.all(paths.map((path, i) => hasher.hash(path, contents[i]?.length ?? 0)));
  expect(hashes).toMatchObject(contents.map(hashesOf));
});

test('rejects for a file that is not there or too short, and hashes it when it is', async () => {
  const path = join(folder, 'file');
  await expect(hasher.hash(path, 10)).rejects.toMatchObject({ code: 'ENOENT' });
  await fileOf(bytes(9));
  await expect(hasher.hash(path, 10)).rejects.toThrow('ends at 9 bytes');
  await fileOf(bytes(10));
  expect(await hasher.hash(path, 10)).toMatchObject(hashesOf(bytes(10)));
});

test('rejects pending calls when it is closed', async () => {
  const path = await fileOf(bytes(20 * mebibyte));
  const waiting = hasher.hash(path, 20 * mebibyte);
  await Promise.all([expect(waiting).rejects.toThrow('has ended'), hasher.close()]);
  await expect(hasher.hash(path, 1)).rejects.toThrow('is closed');
});
