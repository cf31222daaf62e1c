import { expect, test } from 'vitest';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { tus } from '#tests/support/client/tus.ts';
import { startPostgres } from '#tests/support/engines/postgres-server.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { atEndOfFile } from '#tests/support/fixtures/file-end.ts';
import { testMs } from '#tests/support/fixtures/patience.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { faultSetting } from '#tests/support/server/fault-settings.ts';
import { waitUntilReady } from '#tests/support/server/health.ts';
import { startServer } from '#tests/support/server/start-server.ts';

const restarts = faultSetting('restarts', 3);
const writers = 8;

test(`PostgreSQL restarts ${restarts} times under load: nothing acknowledged is lost, and the server heals itself`, {
  timeout: testMs + restarts * 30_000,
}, async () => {
  const postgres = await startPostgres();
  atEndOfFile(postgres.close);
  const server = await startServer({ env: { DATABASE_URL: postgres.url } });
  const person = await signUp(server);
  const acknowledged: string[] = [];
  const refused: number[] = [];
  const stop = new AbortController();
  const running = Array.from({ length: writers }, (_, i) => write(person, `writer ${i}`));

  for (let i = 0; i < restarts; i += 1) {
    const before = acknowledged.length;
    await waitFor(() => acknowledged.length >= before + 20, { what: 'the load' });
    await postgres.restart();
    await waitUntilReady(server);
    expect((await fetch(`${server.baseUrl}/healthz`)).status).toBe(200);
  }
  stop.abort();
  await Promise.all(running);

  // A break is reported as such, so that clients try again.
  expect(new Set(refused)).toEqual(new Set([503]));
  expect(await namesIn(person)).toEqual(expect.arrayContaining(acknowledged));

  async function write(by: Person, name: string): Promise<void> {
    for (let i = 0; !stop.signal.aborted; i += 1) {
      const wanted = `${name} ${i}.bin`;
      const answer = await tus(by).begin({ name: wanted, length: 100, body: bytes(100, wanted) });
      if (answer.ok) acknowledged.push(wanted);
      else refused.push(answer.status);
    }
  }
});

async function namesIn(person: Person): Promise<string[]> {
  const names: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await person.api.folders.children({ id: 'root', limit: 1000, cursor });
    names.push(...page.files.map(({ name }) => name));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return names;
}
