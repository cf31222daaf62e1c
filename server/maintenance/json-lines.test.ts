import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readValues, writeLines } from './json-lines.ts';

test('a value is one line, whatever a name in it has that some take for the end of one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-lines-'));
  const file = join(folder, 'rows.ndjson');
  const values = ['a\u2028b', 'a\u2029b', 'a\u0085b', 'a\r\nb', 'x'.repeat(200_000), 'Ü'].map((name) => ({ name }));
  async function* lines() {
    for (const value of values) yield `${JSON.stringify(value)}\n`;
  }
  expect(await writeLines(file, lines())).toBe(values.length);
  const read: unknown[] = [];
  for await (const value of readValues(file)) read.push(value);
  expect(read).toEqual(values);
  await rm(folder, { recursive: true });
});
