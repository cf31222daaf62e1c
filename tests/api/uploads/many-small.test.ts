import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { tus } from '#tests/support/client/tus.ts';
import { roomOf } from '#tests/support/database/account-usage.ts';
import { limitQuota } from '#tests/support/database/limit-quota.ts';
import { query } from '#tests/support/database/query.ts';
import { storedBlobs } from '#tests/support/database/stored-blobs.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { startServer, type TestServer } from '#tests/support/server/start-server.ts';

const kilobytes = 1000;

describe('many small files at once', () => {
  let server: TestServer;
  let ada: Person;
  beforeAll(async () => {
    server = await startServer();
  });
  beforeEach(async () => {
    ada = await signUp(server);
  });

  const send = async (person: Person, name: string, body = bytes(10 * kilobytes, name)) => {
    const response = await tus(person).begin({ name, length: body.length, body });
    return { status: response.status, code: response.ok ? undefined : (await response.json()).code };
  };
  const list = async (person: Person) => (await person.api.folders.children({ id: 'root', limit: 1000 })).files;
  const names = (count: number) => Array.from({ length: count }, (_, i) => `${i}.bin`);

  test('of several people are all there, each with its own bytes and only once', async () => {
    const people = [ada, await signUp(server), await signUp(server)];
    await Promise.all(people.flatMap((person) => names(40).map((name) => send(person, name))));
    for (const person of people) {
      const files = await list(person);
      expect(files.map(({ name }) => name).toSorted()).toEqual(names(40).toSorted());
      expect(files.every(({ version }) => version === 1)).toBe(true);
      for (const file of files.slice(0, 5)) {
        const stored = await (await person.fetch(file.url)).arrayBuffer();
        expect(sha256(stored)).toBe(sha256(bytes(10 * kilobytes, file.name)));
      }
      expect(await roomOf(server, person)).toEqual({ used: 400 * kilobytes, reserved: 0 });
    }
  });

  test('of the same name become its versions, one after the other', async () => {
    const bodies = names(12).map((name) => bytes(5 * kilobytes, name));
    const answers = await Promise.all(bodies.map((body) => send(ada, 'same.bin', body)));
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(201));
    expect(await list(ada)).toMatchObject([{ name: 'same.bin', version: 12 }]);
    const own = `select id from entries where account = '${ada.uid}'`;
    const rows = await query(server, `select generation from versions where entry_id in (${own}) order by generation`);
    expect(rows.map((row) => Number(row['generation']))).toEqual(Array.from({ length: 12 }, (_, i) => i + 1));
  });

  test('never take more room than there is, to the byte', async () => {
    await send(ada, 'first.bin');
    await limitQuota(server, ada, 75 * kilobytes);
    const answers = await Promise.all(names(20).map((name) => send(ada, name)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(6);
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([undefined, 'quota-exceeded']));
    expect(await list(ada)).toHaveLength(7);
    expect(await roomOf(server, ada)).toEqual({ used: 70 * kilobytes, reserved: 0 });
  });

  test('with one that cannot be stored: the others are stored', async () => {
    await ada.api.folders.create({ name: 'folder', parentId: null });
    const answers = await Promise.all([...names(10), 'folder'].map((name) => send(ada, name)));
    expect(answers.at(-1)).toEqual({ status: 409, code: 'name-taken' });
    expect(await list(ada)).toHaveLength(10);
  });

  test('that claim the same id: one gets it, the other an error, and nobody else suffers', async () => {
    const bob = await signUp(server);
    const id = randomUUID();
    const claim = async (person: Person) =>
      (await tus(person).begin({ name: 'claim.bin', length: 3, body: bytes(3), metadata: { uploadId: id } })).status;
    const [claims, others] = await Promise.all([
      Promise.all([claim(ada), claim(bob)]),
      Promise.all(names(10).map((name) => send(ada, name))),
    ]);
    expect(claims.toSorted()).toEqual([201, 409]);
    expect(others.map(({ status }) => status)).toEqual(Array(10).fill(201));
  });

  test('tell who lost the answer what became of them', async () => {
    const id = randomUUID();
    const begin = { name: 'asked.bin', length: 3, body: bytes(3), metadata: { uploadId: id } };
    const told = (await tus(ada).begin(begin)).headers.get('keepsake-file');
    const asked = await tus(ada).ask(`/api/uploads/${id}`);
    expect([asked.headers.get('upload-offset'), asked.headers.get('keepsake-file')]).toEqual(['3', told]);
    expect((await tus(ada).begin(begin)).status).toBe(409);
    expect(await list(ada)).toMatchObject([{ name: 'asked.bin', version: 1 }]);
  });

  test('leave no file on the disk that nobody needs', async () => {
    await send(ada, 'small.bin');
    expect(await storedBlobs(server)).toEqual([]);
    const body = bytes(100 * kilobytes);
    await Promise.all(names(5).map((name) => send(ada, name, body)));
    await waitFor(oneIsLeft, { what: 'the bytes of the duplicates to go' });
    await ada.api.folders.create({ name: 'folder', parentId: null });
    expect(await send(ada, 'folder', bytes(100 * kilobytes, 'refused'))).toMatchObject({ code: 'name-taken' });
    await waitFor(oneIsLeft, { what: 'the refused bytes to go' });
  });

  async function oneIsLeft(): Promise<boolean> {
    return (await storedBlobs(server)).length === 1;
  }
});
