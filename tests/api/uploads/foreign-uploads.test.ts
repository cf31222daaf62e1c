import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { type Person, signUp, type Visitor } from '#tests/support/client/build-account.ts';
import { listenLive } from '#tests/support/client/listen-live.ts';
import { programWith } from '#tests/support/client/program.ts';
import { tus } from '#tests/support/client/tus.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { type SharedServer, sharedServer } from '#tests/support/server/shared-server.ts';

let server: SharedServer;
let ada: Person;
let bob: Person;
beforeAll(async () => {
  server = await sharedServer();
  [ada, bob] = await Promise.all([signUp(server), signUp(server)]);
});

/** What others try with the address of an upload. */
const tries: Record<string, (other: Pick<Visitor, 'fetch'>, location: string) => Promise<Response>> = {
  HEAD: (other, location) => tus(other).ask(location),
  PATCH: (other, location) => tus(other).send(location, 0, bytes(4)),
  DELETE: (other, location) => tus(other).giveUp(location),
};

test.each(Object.keys(tries))("another person's %s neither ends a running upload nor learns of it", async (method) => {
  const beside = await ada.api.folders.create({ name: randomUUID(), parentId: null });
  const { token } = await ada.api.appPasswords.create({ name: 'Beside', folderId: beside.id });
  const running = await beginRunning();
  for (const other of [bob, programWith(token, server)]) {
    const unknown = await tries[method]?.(other, `/api/uploads/${randomUUID()}`);
    const known = await tries[method]?.(other, running.location);
    expect([known?.status, await known?.text()]).toEqual([404, await unknown?.text()]);
  }
  await running.end();
});

test.each([
  ['an upload', 10_000_000],
  ['a whole file', 4],
])('nor does %s that another person begins with its id', async (_what, length) => {
  const running = await beginRunning();
  const uploadId = running.location.split('/').at(-1) ?? '';
  const body = length === 4 ? { body: bytes(4) } : {};
  const answer = await tus(bob).begin({ name: 'taken.bin', length, metadata: { uploadId }, ...body });
  expect([answer.status, (await answer.json()).code]).toEqual([409, 'upload-offset-conflict']);
  await running.end();
});

/** An upload whose first bytes have arrived, and the way to send the last and see that it was not disturbed. */
async function beginRunning() {
  const live = await listenLive(ada);
  const location = await tus(ada).place({ name: `${randomUUID()}.bin`, length: 8 });
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(bytes(4));
      await gate;
      controller.enqueue(bytes(4));
      controller.close();
    },
  });
  const answer = tus(ada).send(location, 0, body);
  const isRunning = () => live.transfers.flat().some(({ id }) => location.endsWith(id));
  await waitFor(isRunning, { what: 'the upload to run' });
  return {
    location,
    async end() {
      open();
      expect((await answer).status).toBe(204);
      expect((await answer).headers.get('upload-offset')).toBe('8');
    },
  };
}
