import { expect, test } from 'vitest';
import { healthOf } from '#contract/health.ts';
import { signUp } from '#tests/support/client/build-account.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { query } from '#tests/support/database/query.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { readHealth } from '#tests/support/server/health.ts';
import { startServer } from '#tests/support/server/start-server.ts';

test('a server that is well says so, to everybody, and nothing else; while it starts it is alive and not ready', async () => {
  const server = await startServer();
  for (const path of ['/healthz', '/readyz']) {
    // A check that takes long is a problem of its own for a moment.
    const answer = await waitFor(async () => await okFrom(`${server.baseUrl}${path}`), { what: `${path} to be well` });
    expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok' }]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  }
  await server.stop();
  const seen: string[] = [];
  let isUp = false;
  const asking = (async () => {
    while (!isUp) {
      const answers = await Promise.all(['/healthz', '/readyz'].map((path) => fetch(`${server.baseUrl}${path}`))).catch(
        () => [],
      );
      const told = answers.map(async (answer) =>
        [answer.status, answer.headers.get('x-content-type-options'), await answer.text()].join(' '),
      );
      // Once it is up there may be problems of its own.
      for (const text of await Promise.all(told)) if (!isUp) seen.push(text);
    }
  })();
  await server.restart();
  isUp = true;
  await asking;
  const starting = JSON.stringify(healthOf(['starting']));
  expect(new Set(seen)).toEqual(new Set(['200 nosniff {"status":"ok"}', `503 nosniff ${starting}`]));
});

test('damaged files are a warning: all the rest continues', async () => {
  const server = await startServer();
  const person = await signUp(server);
  await uploadFile(person, { name: 'damaged.bin', body: bytes(100_000) });
  await query(server, 'update blobs set damaged_at = 1');
  const health = await waitFor(
    async () => {
      const seen = await readHealth(server);
      return seen.httpStatus === 200 && seen.warnings.length > 0 && seen;
    },
    { what: 'the warning' },
  );
  expect(health).toEqual({ httpStatus: 200, status: 'ok', problems: [], warnings: ['files-damaged'] });
});

async function okFrom(address: string): Promise<Response | undefined> {
  const answer = await fetch(address);
  return answer.ok ? answer : undefined;
}
