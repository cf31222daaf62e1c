import { expect, inject, test } from 'vitest';
import { type Person, signUp, visit } from '#tests/support/client/build-account.ts';
import { tus } from '#tests/support/client/tus.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { holdAccounts } from '#tests/support/database/hold-accounts.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { readHealth, waitUntilReady } from '#tests/support/server/health.ts';
import { startServer } from '#tests/support/server/start-server.ts';

/** The server waits this long for a lock; see server/database/open.ts. */
const lockWaitMs = 5000;

test('while another process holds the database for a moment, writes wait and everything else continues', async () => {
  const server = await startServer();
  const person = await signUp(server);
  const stored = await uploadFile(person, { name: 'stored.bin', body: bytes(100_000) });

  const held = await holdAccounts(server);
  const created = person.api.folders.create({ name: 'Waits', parentId: null });
  const until = performance.now() + lockWaitMs / 4;
  for (let round = 0; round < 20 && performance.now() < until; round += 1) {
    // What waited for the lock would be refused, since that is held until then.
    expect(sha256(await (await person.fetch(stored.url)).arrayBuffer())).toBe(sha256(bytes(100_000)));
    expect((await person.api.folders.children({ id: 'root' })).folders).toEqual([]);
  }
  await held.release();
  expect((await created).name).toBe('Waits');
});

test('while it is held for long, writes are refused with 503, nothing is made, and it continues by itself', async () => {
  const server = await startServer();
  const person = await signUp(server);
  await person.api.folders.create({ name: 'Before', parentId: null });

  const held = await holdAccounts(server);
  const started = performance.now();
  const uploads = [1, 2, 3].map((i) => upload(person, `rejected-${i}.txt`));
  const folders = await Promise.all([1, 2, 3].map((i) => create(person, `Rejected ${i}`)));
  const waitedMs = performance.now() - started;
  // The second and third wait for the first, and then together for the database.
  for (const { status, code, retryAfter } of [...folders, ...(await Promise.all(uploads))]) {
    expect([status, code]).toEqual([503, 'unavailable']);
    expect(Number(retryAfter)).toBeGreaterThan(0);
  }
  expect(waitedMs).toBeGreaterThan(lockWaitMs - 100);
  expect(waitedMs).toBeLessThan(2 * lockWaitMs);

  // A check that takes long is a problem of its own for a moment.
  await waitFor(async () => (await readHealth(server)).problems.join() === 'database-locked', {
    what: 'the server to say it',
  });
  expect((await readHealth(server)).httpStatus).toBe(503);
  expect((await fetch(`${server.baseUrl}/healthz`)).status).toBe(200);
  expect(await namesOf(person)).toEqual(['Before']);
  if (inject('database') === 'sqlite') {
    const answer = await logInByHand(person, server.baseUrl);
    expect([answer.status, (await answer.json()).code]).toEqual([503, 'unavailable']);
  }

  await held.release();
  await waitUntilReady(server);
  expect((await create(person, 'After')).status).toBe(201);
  expect(await namesOf(person)).toEqual(['Before', 'After']);
  expect((await logInByHand(person, server.baseUrl)).status).toBe(200);
});

async function create(person: Person, name: string) {
  const answer = await person.fetch('/api/folders', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, parentId: null }),
  });
  return await outcomeOf(answer);
}

/** A file whose bytes all come in one request; those of several are committed together. */
async function upload(person: Person, name: string) {
  const body = bytes(1000, name);
  return await outcomeOf(await tus(person).begin({ name, folderId: null, length: body.length, body }));
}

async function outcomeOf(answer: Response) {
  const { code } = (await answer.json()) as { code?: string };
  return { status: answer.status, code, retryAfter: answer.headers.get('retry-after') };
}

async function namesOf(person: Person): Promise<string[]> {
  return (await person.api.folders.children({ id: 'root' })).folders.map(({ name }) => name);
}

function logInByHand({ email, password, server }: Person, baseUrl: string): Promise<Response> {
  return visit({ baseUrl }).fetch('/api/auth/sign-in/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...server.headers },
    body: JSON.stringify({ email, password }),
  });
}
