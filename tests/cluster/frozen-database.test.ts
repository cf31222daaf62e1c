import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { signUp } from '#tests/support/client/build-account.ts';
import { freshDatabase } from '#tests/support/engines/fresh-database.ts';
import { atEndOfFile } from '#tests/support/fixtures/file-end.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { startServer } from '#tests/support/server/start-server.ts';

/** More than running requests, their bytes and the connections may take. */
const endMs = 20_000;

test('a node ends in its time while its database answers nothing', async () => {
  const database = await startFreezable((await freshDatabase()) ?? '');
  const server = await startServer({ env: { DATABASE_URL: database.url, DRAIN_SECONDS: '1' } });
  const person = await signUp(server);
  database.freeze();
  const waiting = person.api.folders
    .create({ name: 'Never answered', parentId: null })
    .catch((error: unknown) => error);
  await waitFor(() => database.withheld() > 0, { what: 'a statement on its way' });
  const asked = performance.now();
  await server.stop();
  expect(performance.now() - asked).toBeLessThan(endMs);
  expect(await waiting).toBeInstanceOf(Error);
});

/** An address of the database behind which everything stands still once it is frozen, as behind a firewall that drops. */
async function startFreezable(databaseUrl: string) {
  const target = new URL(databaseUrl);
  let isFrozen = false;
  let withheld = 0;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy()).on('close', () => to.destroy());
      from.on('data', (bytes) => {
        if (isFrozen) withheld += bytes.length;
        else to.write(bytes);
      });
    }
  });
  const port = await new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  );
  atEndOfFile(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    freeze() {
      isFrozen = true;
    },
    /** Bytes that did not continue. */
    withheld: () => withheld,
  };
}
