import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Connection } from '../shared/connection.ts';
import { createOutput, type Progress } from '../shared/output.ts';
import { get } from './get.ts';

test('the progress of a download that is here already gets to its end', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-get-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const target = join(folder, 'note.txt');
  await writeFile(target, 'a note');
  const object = { name: 'note.txt', size: 6, sha256: createHash('sha256').update('a note').digest('hex') };
  const connection = { storage: { list: async () => pageOf(object) } } as unknown as Connection;
  const drawn: Progress[] = [];
  const results: unknown[] = [];
  const output = {
    ...createOutput(true),
    progress: (progress: Progress) => void drawn.push(progress),
    result: (value: unknown) => void results.push(value),
  };
  expect(await get(connection, ['note.txt', target], output)).toBe(0);
  expect(drawn.at(-1)).toEqual({ files: 1, totalFiles: 1, bytes: 6, totalBytes: 6 });
  expect(results).toEqual([{ fetched: 0, replaced: 0, unchanged: 1, bytes: 0, failed: [] }]);
});

test('a file comes with its time of modification, found in a list: no MD5 is asked for, and nothing else about it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-get-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const object = {
    name: 'caf\u00e9.txt',
    url: '/content/file/version/name',
    size: 6,
    sha256: createHash('sha256').update('a note').digest('hex'),
    modifiedAt: 1_000_000_000_000,
  };
  const lists: unknown[] = [];
  const list = async (options: { prefix: string }) => {
    lists.push(options.prefix);
    return pageOf({ ...object, name: 'caf\u00e9.txt.old' }, object);
  };
  const server = { baseUrl: 'http://localhost', fetch: async () => new Response('a note') };
  const connection = { server, downloads: server, storage: { list }, retry: { limitMs: 0 } } as unknown as Connection;
  const target = join(folder, 'back.txt');
  const texts: string[] = [];
  const output = { ...createOutput(true), result: (_: unknown, text: () => string) => void texts.push(text()) };
  expect(await get(connection, ['Notes/cafe\u0301.txt', target], output)).toBe(0);
  expect(lists).toEqual(['Notes/caf']);
  expect((await stat(target)).mtimeMs).toBe(1_000_000_000_000);
  // Another file in its place is replaced, which the command says.
  await writeFile(target, 'a word');
  expect(await get(connection, ['Notes/cafe\u0301.txt', target], output)).toBe(0);
  expect(await readFile(target, 'utf8')).toBe('a note');
  expect(texts).toEqual([
    '1 downloaded, 0 unchanged, 0 failed',
    '1 downloaded (1 in place of a file that was here), 0 unchanged, 0 failed',
  ]);
});

function pageOf(...items: object[]) {
  return { items, prefixes: [], nextPageToken: null };
}
