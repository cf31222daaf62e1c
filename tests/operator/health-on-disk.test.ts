import { watch } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { readHealth } from '#tests/support/server/health.ts';
import { startServer } from '#tests/support/server/start-server.ts';

test('asking often costs one look a second', async () => {
  const server = await startServer();
  const seen: string[] = [];
  // What it writes to see whether it can comes and goes in the folder of the blobs.
  const watcher = watch(join(server.dataFolder, 'blobs'), (event, name) => {
    if (name === '.probe' && event === 'rename') seen.push(name);
  });
  const started = performance.now();
  await Promise.all(Array.from({ length: 200 }, () => readHealth(server)));
  await waitFor(() => seen.length >= 2, { what: 'the first look' });
  const seconds = Math.ceil((performance.now() - started) / 1000);
  watcher.close();
  expect(seen.length).toBeLessThanOrEqual(2 * (seconds + 1));
});
