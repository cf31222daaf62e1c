import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { CompiledQuery } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { sqliteWriter } from './sqlite-writer.ts';

const statements = 5000;
const answerBytes = 10_000;

test('no answer is kept after it was given', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'keepsake-writer-'));
  const writer = sqliteWriter(join(folder, 'keepsake.db'), 1000);
  onTestFinished(async () => {
    await writer.destroy();
    rmSync(folder, { recursive: true });
  });
  const connection = await writer.acquireConnection();
  await ask(100);
  const before = keptBytes();
  await ask(statements);
  expect(keptBytes() - before).toBeLessThan((statements * answerBytes) / 10);

  async function ask(count: number) {
    const query = CompiledQuery.raw(`select printf('%.*c', ${answerBytes}, 'x') as answer`);
    for (let i = 0; i < count; i += 1) await connection.executeQuery(query);
  }
});

function keptBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}
