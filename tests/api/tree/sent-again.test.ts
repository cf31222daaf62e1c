/** A call whose answer was lost is sent again with its Idempotency-Key, and is done once. */
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { programWith } from '#tests/support/client/program.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { sharedServer } from '#tests/support/server/shared-server.ts';

let ada: Person;
beforeEach(async () => {
  ada = await signUp(await sharedServer());
});

type Call = { method: string; path: string; body?: object };

/** What the tests look at. */
type Answer = { id?: string; operationId?: string; name?: string };

async function ask(person: Pick<Person, 'fetch'>, { method, path, body }: Call, key: string) {
  const response = await person.fetch(path, {
    method,
    headers: { 'idempotency-key': key, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, answer: (await response.json()) as Answer };
}

/** Sends a call twice, and expects the same answer. */
async function twice(call: Call, person: Pick<Person, 'fetch'> = ada): Promise<Answer> {
  const key = randomUUID();
  const first = await ask(person, call, key);
  expect(first.status).toBeLessThan(300);
  expect(await ask(person, call, key)).toEqual(first);
  return first.answer;
}

const inRoot = async () => (await ada.api.folders.children({ id: 'root' })).folders.map(({ name }) => name).toSorted();

test('a folder is created once, renamed, moved to Trash, restored and given back its name', async () => {
  const made = await twice({ method: 'POST', path: '/api/folders', body: { name: 'Walks', parentId: null } });
  expect(await inRoot()).toEqual(['Walks']);
  const path = `/api/entries/${made.id}`;
  const renamed = await twice({ method: 'PATCH', path, body: { name: 'Tours' } });
  expect(renamed).toMatchObject({ folder: { name: 'Tours' }, operationId: expect.any(String) });
  await twice({ method: 'DELETE', path });
  expect(await inRoot()).toEqual([]);
  await twice({ method: 'POST', path: `/api/trash/${made.id}/restore` });
  expect(await inRoot()).toEqual(['Tours']);
  await twice({ method: 'POST', path: `/api/undo/${renamed.operationId}` });
  expect(await inRoot()).toEqual(['Walks']);
});

test('a batch is done once; its answer tells what its entries are by now, and what stayed', async () => {
  const there = await ada.api.folders.create({ name: 'There', parentId: null });
  await uploadFile(ada, { name: 'a.txt', body: bytes(1), folderId: there.id });
  const one = await uploadFile(ada, { name: 'a.txt', body: bytes(2) });
  const call = {
    method: 'POST',
    path: '/api/batch',
    body: {
      operations: [
        { do: 'create-folder', name: 'New', parentId: null },
        { do: 'update', id: one.id, parentId: there.id, ifTaken: 'skip' },
      ],
    },
  };
  const answer = await twice(call);
  expect(answer).toMatchObject({ entries: [{ folder: { name: 'New' } }, {}], stayed: [{ operation: 1, id: one.id }] });
  expect(await inRoot()).toEqual(['New', 'There']);
});

test('sent again before the first is answered, it is done once', async () => {
  const key = randomUUID();
  const call = { method: 'POST', path: '/api/folders', body: { name: 'Walks', parentId: null } };
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask(ada, call, key)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ answer }) => answer.id)).size).toBe(1);
});

test('what was refused is tried again; another request with the key is refused, and somebody else may have the same', async () => {
  const key = randomUUID();
  const call = { method: 'POST', path: '/api/folders', body: { name: 'Walks', parentId: null } };
  const { id } = await ada.api.folders.create({ name: 'Walks', parentId: null });
  expect(await ask(ada, call, key)).toMatchObject({ status: 409, answer: { code: 'name-taken' } });
  await ada.api.entries.remove({ id });
  expect((await ask(ada, call, key)).status).toBe(201);

  const other = { ...call, body: { ...call.body, name: 'Tours' } };
  expect(await ask(ada, other, key)).toMatchObject({ status: 422, answer: { code: 'idempotency-key-reused' } });
  const bob = await signUp(await sharedServer());
  expect(await ask(bob, other, key)).toMatchObject({ status: 201, answer: { name: 'Tours' } });
});

test('who reaches one folder only is not told what was done with the key by who reaches all', async () => {
  const key = randomUUID();
  const box = await ada.api.folders.create({ name: 'Box', parentId: null });
  const { token } = await ada.api.appPasswords.create({ name: 'one folder', access: 'write', folderId: box.id });
  const call = { method: 'POST', path: '/api/folders', body: { name: 'Walks', parentId: null } };
  expect((await ask(ada, call, key)).status).toBe(201);
  const program = programWith(token, ada.server);
  expect(await ask(program, call, key)).toMatchObject({ status: 422, answer: { code: 'idempotency-key-reused' } });
  expect(await twice({ ...call, body: { name: 'Own', parentId: null } }, program)).toMatchObject({ name: 'Own' });
});

test.each(['', 'short', `"${'a'.repeat(65)}"`, 'with a space'])('refuses %j as a key', async (key) => {
  const call = { method: 'POST', path: '/api/folders', body: { name: 'Walks', parentId: null } };
  expect(await ask(ada, call, key)).toMatchObject({
    status: 400,
    answer: { code: 'invalid-input', data: { issues: [{ path: 'Idempotency-Key' }] } },
  });
  expect(await inRoot()).toEqual([]);
});
