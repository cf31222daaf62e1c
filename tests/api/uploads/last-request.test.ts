import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { logIn, signUp } from '#tests/support/client/build-account.ts';
import { tus } from '#tests/support/client/tus.ts';
import { query } from '#tests/support/database/query.ts';
import { largestBlob } from '#tests/support/database/stored-blobs.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { metricsPort } from '#tests/support/server/metrics.ts';
import { startServer } from '#tests/support/server/start-server.ts';

/** A session that was looked at is looked at again after this time. */
const cachedMs = 1000;

/** Calls of the parts of the server since its start, by name. */
type Counts = Map<string, number>;

test('the last bytes of an upload are one call of the drive, by a principal identified once, synced once', async () => {
  const metrics = await metricsPort();
  const server = await startServer({ env: { METRICS_PORT: metrics.port } });
  const ada = await signUp(server);
  const body = bytes(600_000);
  const place = await tus(ada).place({ name: 'last.bin', length: body.length });
  expect((await tus(ada).send(place, 0, body.subarray(0, 300_000))).status).toBe(204);

  // What is known of the session is then asked for again, once.
  await pause(cachedMs);
  const before = await counts();
  const sentAt = performance.now();
  const last = await tus(ada).send(place, 300_000, body.subarray(300_000));
  const tookMs = performance.now() - sentAt;
  const after = await counts();
  expect([last.status, last.headers.get('keepsake-file')]).toEqual([204, expect.any(String)]);
  expect(since(before, after)).toEqual({
    // After some time it is asked again whether the session still lasts.
    'principal.identify': tookMs < cachedMs ? 1 : expect.any(Number),
    'uploads.append': 1,
    // Appending syncs the blob; hashing reads behind it.
    'files.append': 1,
    'files.hash': 1,
    'transaction.writeTogether': 1,
  });

  async function counts(): Promise<Counts> {
    const samples = await metrics.samples();
    return new Map(
      samples
        .filter(({ name }) => name === 'keepsake_call_seconds_count')
        .map(({ labels: { part, call }, value }) => [`${part}.${call}`, value]),
    );
  }
});

test('the last bytes of a sender whose session ended meanwhile make no file, whoever looks at the upload', async () => {
  const server = await startServer();
  const ada = await signUp(server);
  const laptop = await logIn(server, ada);
  // So many that the store has some of them before the last ones come.
  const body = new Uint8Array(20_000_000);
  const place = await tus(ada).place({ name: 'refused.bin', length: body.length });
  const isHalfSent = Promise.withResolvers<void>();
  const goesOn = Promise.withResolvers<void>();
  const sent = tus(laptop).send(
    place,
    0,
    new ReadableStream({
      async start(controller) {
        controller.enqueue(body.subarray(0, -1000));
        isHalfSent.resolve();
        await goesOn.promise;
        controller.enqueue(body.subarray(-1000));
        controller.close();
      },
    }),
  );
  await isHalfSent.promise;
  await waitFor(async () => (await largestBlob(server)) > 0, { what: 'the first bytes to arrive' });
  await query(server, `delete from session where id <> (select id from session order by "createdAt" limit 1)`);
  await pause(cachedMs);
  goesOn.resolve();
  expect((await sent).status).toBe(401);
  // As the janitor asks, which would finish it.
  expect(await tus(ada).offset(place)).toBeLessThan(body.length);
  expect((await ada.api.folders.children({ id: 'root' })).files).toEqual([]);
});

/** How often each was called between two counts. The janitor and the store of thumbnails have runs of their own. */
function since(before: Counts, after: Counts): Record<string, number> {
  const times = [...after].map(([name, count]): [string, number] => [name, count - (before.get(name) ?? 0)]);
  return Object.fromEntries(
    times.filter(([name, count]) => count > 0 && /^(principal|uploads|files|transaction)\./.test(name)),
  );
}
