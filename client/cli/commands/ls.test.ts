import { expect, test, vi } from 'vitest';
import type { Connection } from '../shared/connection.ts';
import { createOutput } from '../shared/output.ts';
import { ls } from './ls.ts';

test('a folder of a hundred and fifty thousand files is listed as text, its sizes in one column', async () => {
  const page = Array.from({ length: 1000 }, (_, i) => ({ name: `${i}.txt`, size: i, updated: 0 }));
  let pages = 150;
  const list = async () => ({ prefixes: [], items: page, nextPageToken: (pages -= 1) > 0 ? 'more' : null });
  let text = '';
  const output = { ...createOutput(false), result: (_value: unknown, asText: () => string) => void (text = asText()) };
  expect(await ls({ storage: { list } } as unknown as Connection, [], output)).toBe(0);
  const lines = text.split('\n');
  expect([lines.length, lines[5], lines[999]]).toEqual([
    150_000,
    '  5  1970-01-01 00:00  5.txt',
    '999  1970-01-01 00:00  999.txt',
  ]);
});

test('nothing is printed of an empty folder, so that lines can be counted', async () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const list = async () => ({ prefixes: [], items: [], nextPageToken: null });
  expect(await ls({ storage: { list } } as unknown as Connection, [], createOutput(false))).toBe(0);
  expect(write).not.toHaveBeenCalled();
});
