/** A server that dies after it wrote and before it answered: the call is sent again, and was done once. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { signUp } from '#tests/support/client/build-account.ts';
import { startServer } from '#tests/support/server/start-server.ts';
import { withFault } from './support/strace.ts';

test('what was written when the server was killed is answered to the same call after its start', async () => {
  const server = await startServer();
  // The end of the server is what this test is about.
  server.expectLog(/ended by itself/);
  const ada = await signUp(server);
  // The thread that writes is there from the first write on.
  const box = await ada.api.folders.create({ name: 'Box', parentId: null });
  const key = randomUUID();
  const create = (name: string) =>
    ada.fetch('/api/folders', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ name, parentId: box.id }),
    });

  const sync = { thread: 'database', call: 'fsync', k: 1, what: 'signal=KILL' } as const;
  await withFault(server.pid, sync, () => expect(create('Walks')).rejects.toThrow(TypeError));
  await server.kill('SIGKILL');
  await server.restart();
  const inside = async () => (await ada.api.folders.children({ id: box.id })).folders;
  const written = await inside();
  expect(written.map(({ name }) => name)).toEqual(['Walks']);

  const again = await create('Walks');
  expect(again.status).toBe(201);
  expect(await again.json()).toMatchObject({ id: written[0]?.id, operationId: expect.any(String) });
  expect(await inside()).toEqual(written);
  // Whoever has no key cannot tell it from the folder of somebody else.
  await expect(ada.api.folders.create({ name: 'Walks', parentId: box.id })).rejects.toMatchObject({
    code: 'name-taken',
  });
});
