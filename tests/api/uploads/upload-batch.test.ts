import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { maxBatchBytes, maxBatchFiles } from '#contract/limits.ts';
import type { BatchOutcome } from '#contract/records/upload-batch.ts';
import { operationHeader } from '#contract/storage.ts';
import { type BatchEntry, batchBody } from '#tests/support/client/batch-body.ts';
import { type Person, signUp, type Visitor } from '#tests/support/client/build-account.ts';
import { programWith } from '#tests/support/client/program.ts';
import { tus } from '#tests/support/client/tus.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { type SharedServer, sharedServer } from '#tests/support/server/shared-server.ts';

let server: SharedServer;
beforeAll(async () => {
  server = await sharedServer();
});

describe('many small files in one request', () => {
  test('are files like any others: their bytes, their versions, and undone one by one', async () => {
    const person = await signUp(server);
    const folder = await person.api.folders.create({ name: 'Letters', parentId: null });
    const entries = Array.from({ length: maxBatchFiles }, (_, i) =>
      entry(`${i % 60}.bin`, bytes(i * 100, `file ${i}`), { folderId: folder.id, lastModified: String(1000 + i) }),
    );
    const outcomes = await send(person, entries);
    // No more is told: not even whether the account had the bytes.
    for (const outcome of outcomes) expect(Object.keys(outcome).toSorted()).toEqual(['fileId', 'operationId']);
    const { files: listed } = await person.api.folders.children({ id: folder.id, limit: 100 });
    // The last four have the names of the first: they are their next versions.
    expect(Object.fromEntries(listed.map(({ name, size }) => [name, size]))).toEqual(
      Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`${i}.bin`, (i < 4 ? i + 60 : i) * 100])),
    );
    for (const i of [5, 59, 63]) {
      const { file } = await person.api.entries.get({ id: storedIn(outcomes[i]).fileId });
      const content = Buffer.from(await (await person.fetch(file?.url ?? '')).arrayBuffer());
      expect([sha256(content), file?.modifiedAt]).toEqual([sha256(bytes(i * 100, `file ${i}`)), 1000 + i]);
    }
    const { fileId, operationId } = storedIn(outcomes[7]);
    await person.api.undo({ operationId: operationId ?? '' });
    await expect(person.api.entries.get({ id: fileId })).rejects.toMatchObject({ code: 'entry-not-found' });
  });

  test('that are there already make no further version, where a client wants only what changed', async () => {
    const person = await signUp(server);
    const [one, other] = [bytes(20_000, 'one'), bytes(20_000, 'other')];
    const [first] = await send(person, [entry('same.bin', one)]);
    const [again] = await send(person, [entry('same.bin', one)]);
    const [same, elsewhere] = await send(person, [
      entry('same.bin', one, { ifChanged: 'true' }),
      entry('elsewhere.bin', one, { ifChanged: 'true' }),
    ]);
    const [changed] = await send(person, [entry('same.bin', other, { ifChanged: 'true' })]);
    const { fileId } = storedIn(first);
    expect([again, same, changed].map((outcome) => storedIn(outcome).fileId)).toEqual([fileId, fileId, fileId]);
    expect(storedIn(same).operationId).toBeNull();
    const { files } = await person.api.folders.children({ id: 'root' });
    expect(Object.fromEntries(files.map(({ name, version }) => [name, version]))).toEqual({
      'same.bin': 3,
      'elsewhere.bin': 1,
    });
    expect(storedIn(elsewhere).operationId).not.toBeNull();
    // Whoever did not hear the answer asks for the upload, and is told the same.
    const uploadId = randomUUID();
    await send(person, [entry('same.bin', other, { ifChanged: 'true', uploadId })]);
    const told = await tus(person).ask(`/api/uploads/${uploadId}`);
    expect([told.headers.get('keepsake-file'), told.headers.get(operationHeader)]).toEqual([fileId, null]);
  });

  test('have an outcome each: what is refused holds up no other', async () => {
    const [person, other] = [await signUp(server), await signUp(server)];
    const foreign = await other.api.folders.create({ name: 'Mine', parentId: null });
    const content = bytes(500);
    const outcomes = await send(person, [
      entry('first.bin', content),
      entry('digest.bin', content, { sha256: sha256(bytes(501)) }),
      entry('foreign.bin', content, { folderId: foreign.id }),
      entry('', content),
      entry('id.bin', content, { uploadId: 'none' }),
      entry('right.bin', content, { sha256: sha256(content) }),
    ]);
    expect(outcomes.map((outcome) => ('error' in outcome ? outcome.error.code : 'stored'))).toEqual([
      'stored',
      'digest-mismatch',
      'folder-not-found',
      'name-empty',
      'upload-metadata-invalid',
      'stored',
    ]);
    const { files } = await person.api.folders.children({ id: 'root' });
    expect(files.map(({ name }) => name)).toEqual(['first.bin', 'right.bin']);
    expect((await other.api.folders.children({ id: foreign.id })).files).toEqual([]);
  });

  test('whose answer was lost are asked for by the ids that the client chose, and are not stored twice', async () => {
    const person = await signUp(server);
    const ids = [randomUUID(), randomUUID()];
    const entries = ids.map((uploadId, i) => entry(`${i}.bin`, bytes(300 + i), { uploadId }));
    const first = await send(person, entries);
    for (const [i, id] of ids.entries()) {
      const { status, headers } = await tus(person).ask(`/api/uploads/${id}`);
      expect([status, headers.get('upload-offset'), headers.get('keepsake-file')]).toEqual([
        200,
        String(300 + i),
        storedIn(first[i]).fileId,
      ]);
    }
    const again = await send(person, entries);
    expect(again.map((outcome) => 'error' in outcome && outcome.error)).toMatchObject([
      { status: 409, code: 'upload-offset-conflict' },
      { status: 409, code: 'upload-offset-conflict' },
    ]);
    expect((await person.api.versions.list({ id: storedIn(first[0]).fileId })).versions).toHaveLength(1);
  });

  test('reach no further than the program that sends them', async () => {
    const person = await signUp(server);
    const folder = await person.api.folders.create({ name: 'Scans', parentId: null });
    const { token } = await person.api.appPasswords.create({ name: 'Scanner', folderId: folder.id });
    const { token: reading } = await person.api.appPasswords.create({ name: 'Reader', access: 'read' });
    const sent = [entry('in.bin', bytes(9), { folderId: folder.id }), entry('out.bin', bytes(9))];
    const codes = async (by: Pick<Visitor, 'fetch'>) =>
      (await send(by, sent)).map((outcome) => ('error' in outcome ? outcome.error.code : 'stored'));
    expect(await codes(programWith(reading, server))).toEqual(['not-allowed', 'not-allowed']);
    // Its Root is the folder.
    expect(await codes(programWith(token, server))).toEqual(['stored', 'stored']);
    const { files } = await person.api.folders.children({ id: folder.id });
    expect(files.map(({ name }) => name)).toEqual(['in.bin', 'out.bin']);
  });

  test('metadata that no header could tell again are refused, a time before 1970 is the first', async () => {
    const person = await signUp(server);
    const outcomes = await send(person, [
      entry('much.bin', bytes(9), { note: 'x'.repeat(8192) }),
      entry('named.bin', bytes(9), { größe: '9' }),
      entry('old.jpg', bytes(9), { lastModified: '-157766400000' }),
    ]);
    expect(outcomes.map((outcome) => ('error' in outcome ? outcome.error.code : 'stored'))).toEqual([
      'upload-metadata-invalid',
      'upload-metadata-invalid',
      'stored',
    ]);
    const { files } = await person.api.folders.children({ id: 'root' });
    expect(files).toMatchObject([{ name: 'old.jpg', modifiedAt: 0 }]);
  });
});

test.each([
  ['nothing', Buffer.alloc(0), 'invalid-input'],
  ['an index that is cut off', batchBody([entry('a', bytes(5))]).subarray(0, 30), 'invalid-input'],
  ['an index that is no JSON', Buffer.concat([Buffer.from([0, 0, 0, 2]), Buffer.from('{]')]), 'invalid-json'],
  ['an index of gigabytes', Buffer.from([255, 255, 255, 255, 0]), 'body-too-large'],
  ['fewer bytes than announced', batchBody([{ ...entry('a', bytes(5)), length: 6 }]), 'invalid-input'],
  ['more bytes than announced', batchBody([{ ...entry('a', bytes(5)), length: 4 }]), 'invalid-input'],
  ['a negative length', batchBody([{ ...entry('a', bytes(5)), length: -5 }]), 'invalid-input'],
  ['no file', batchBody([]), 'invalid-input'],
  ['too many files', batchBody(Array.from({ length: maxBatchFiles + 1 }, () => entry('a', bytes(1)))), 'invalid-input'],
  ['too many bytes', batchBody(Array.from({ length: 9 }, (_, i) => entry(`${i}`, bytes(262_144)))), 'body-too-large'],
])('a batch of %s stores nothing and says so', async (_what, body, code) => {
  if (code === 'body-too-large' && body.length > 10) expect(body.length).toBeGreaterThan(maxBatchBytes);
  const person = await signUp(server);
  const response = await person.fetch('/api/files/batch', { method: 'POST', body });
  expect(await response.json()).toMatchObject({ code });
  expect((await person.api.folders.children({ id: 'root' })).files).toEqual([]);
});

function entry(filename: string, content: Uint8Array, metadata: Record<string, string> = {}): BatchEntry {
  return { bytes: content, metadata: { filename, uploadId: randomUUID(), ...metadata } };
}

async function send({ fetch }: Pick<Person, 'fetch'>, entries: BatchEntry[]): Promise<BatchOutcome[]> {
  const response = await fetch('/api/files/batch', { method: 'POST', body: batchBody(entries) });
  expect(response.status).toBe(200);
  return ((await response.json()) as { outcomes: BatchOutcome[] }).outcomes;
}

function storedIn(outcome: BatchOutcome | undefined): Exclude<BatchOutcome, { error: object }> {
  if (outcome === undefined || 'error' in outcome) throw new Error(`Not stored: ${JSON.stringify(outcome)}`);
  return outcome;
}
