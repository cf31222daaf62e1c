import { expect } from 'vitest';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { daysLater } from '#tests/support/server/faketime.ts';
import { startServer, type TestServer } from '#tests/support/server/start-server.ts';
import { openUploads, orphans, wrongSums } from './sums.ts';

/** Later than every grace of the janitor: uploads live a day, a blob that no row knows is stored for a week. */
const later = { ...daysLater(8), REMOVAL_DELAY_SECONDS: '0' };

/**
 * Stops a server and lets the janitor of a later day tidy up: then no upload is left, no blob that no row knows, and
 * what is counted is what is there.
 */
export async function expectSettled(server: TestServer): Promise<void> {
  await server.stop();
  const { dataFolder } = server;
  const onThatDay = await startServer({ dataFolder, env: later });
  await waitFor(async () => [...(await orphans(dataFolder)), ...openUploads(dataFolder)].length === 0, {
    what: 'the janitor to remove what nobody needs',
  });
  await onThatDay.stop();
  expect(await wrongSums(dataFolder)).toEqual([]);
}
