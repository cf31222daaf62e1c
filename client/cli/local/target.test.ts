import { link, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { refuseSameFile, UnsafeTarget } from './target.ts';

test('a path that the disk takes for that of a file which was just written is refused', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-same-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [upper, lower, other] = ['Film.mp4', 'film.mp4', 'FILM.mp4'].map((name) => join(folder, name));
  if (upper === undefined || lower === undefined || other === undefined) throw new Error('No paths');
  await writeFile(upper, 'upper');
  await writeFile(other, 'other');
  await refuseSameFile([upper, other], lower);
  // As both names lead to one file where upper and lower case are the same.
  await link(upper, lower);
  await expect(refuseSameFile([other, upper], lower)).rejects.toThrow(UnsafeTarget);
  await expect(refuseSameFile([upper], lower)).rejects.toThrow('This disk does not tell it from "Film.mp4"');
  await refuseSameFile([], lower);
});
