import { beforeAll, expect, test } from 'vitest';
import { maxOpenAccountCalls } from '#contract/limits.ts';
import { signUp } from '#tests/support/client/build-account.ts';
import { openRawConnection, requestHead } from '#tests/support/client/raw-connection.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { type SharedServer, sharedServer } from '#tests/support/server/shared-server.ts';

let server: SharedServer;
beforeAll(async () => {
  server = await sharedServer();
});

test('an account has so many calls in progress, and one more waits for the end of another', async () => {
  const [ada, bob] = [await signUp(server), await signUp(server)];
  const half = requestHead('POST /api/folders', {
    host: new URL(server.baseUrl).host,
    origin: server.baseUrl,
    cookie: ada.cookie,
    'content-type': 'application/json',
    'content-length': '10',
  });
  const unfinished = await Promise.all(Array.from({ length: maxOpenAccountCalls }, () => openRawConnection(server)));
  for (const { write } of unfinished) write(half);

  const ask = async () => (await ada.fetch('/api/folders/root')).status;
  const waiting = await waitFor(
    async () => {
      const asked = { status: ask(), isAnswered: false };
      void asked.status.then(() => Object.assign(asked, { isAnswered: true }));
      for (let i = 0; i < 10; i += 1) await bob.fetch('/api/folders/root');
      return asked.isAnswered ? undefined : asked;
    },
    { what: 'all of these calls to be in progress' },
  );
  unfinished[0]?.end();
  expect(await waiting.status).toBe(200);
  for (const { end } of unfinished) end();
});
