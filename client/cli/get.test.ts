import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Connection } from './connection.ts';
import { get } from './get.ts';
import { createOutput, type Progress } from './output.ts';

test('the progress of a download that is here already gets to its end', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-get-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const target = join(folder, 'note.txt');
  await writeFile(target, 'a note');
  const object = { name: 'note.txt', size: 6, sha256: createHash('sha256').update('a note').digest('hex') };
  const connection = { storage: { metadata: async () => object } } as unknown as Connection;
  const drawn: Progress[] = [];
  const results: unknown[] = [];
  const output = {
    ...createOutput(true),
    progress: (progress: Progress) => void drawn.push(progress),
    result: (value: unknown) => void results.push(value),
  };
  expect(await get(connection, ['note.txt', target], output)).toBe(0);
  expect(drawn.at(-1)).toEqual({ files: 1, totalFiles: 1, bytes: 6, totalBytes: 6 });
  expect(results).toEqual([{ fetched: 0, unchanged: 1, bytes: 0, failed: [] }]);
});
