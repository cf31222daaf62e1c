import { beforeAll, describe, expect, test } from 'vitest';
import { createApi } from '#client/api.ts';
import { digestAsSent } from '#client/storage/hashing/digest-as-sent.ts';
import { startUpload } from '#client/storage/upload.ts';
import { firstChunkBytes } from '#contract/storage.ts';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import type { Fault } from '#tests/support/client/fault-proxy.ts';
import { throughProxy } from '#tests/support/client/through-proxy.ts';
import { tus } from '#tests/support/client/tus.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { sharedServer } from '#tests/support/server/shared-server.ts';

const retry = { firstDelayMs: 5 };

describe('the transfer', () => {
  let person: Person;
  beforeAll(async () => {
    person = await signUp(await sharedServer());
  });

  async function bytesOf(id: string): Promise<{ sha256: string; version: number | undefined }> {
    const { file } = await createApi(person.server).entries.get({ id });
    const response = await person.fetch(file?.url ?? '');
    return { sha256: sha256(await response.arrayBuffer()), version: file?.version };
  }

  test.each([0, 1, firstChunkBytes])('%i bytes travel in one request', async (size) => {
    const { server, methods } = await throughProxy(person);
    const upload = startUpload(server, { name: `${size}`, body: bytes(size), folderId: null });
    const fileId = await upload.done;
    expect(methods()).toEqual(['POST']);
    expect(upload.snapshot()).toMatchObject({ state: 'success', bytesTransferred: size, metadata: { fileId, size } });
  });

  test('larger files travel in chunks that double, the digest with the last of them', async () => {
    const { server, passed } = await throughProxy(person);
    const body = bytes(8 * firstChunkBytes);
    const upload = startUpload(
      server,
      { name: 'large', body: new Blob([body]), folderId: null },
      { digest: digestAsSent },
    );
    expect(await bytesOf(await upload.done)).toEqual({ sha256: sha256(body), version: 1 });
    const sent = passed.map(({ method, headers }) => [method, Number(headers['content-length'])]);
    const chunks = [1, 2, 4, 1].map((times) => ['PATCH', times * firstChunkBytes]);
    expect(sent).toEqual([['POST', 0], ...chunks]);
    const digests = passed.map(({ headers }) => headers['repr-digest']);
    const expected = `sha-256=:${Buffer.from(sha256(body), 'hex').toString('base64')}:`;
    expect(digests).toEqual([undefined, undefined, undefined, undefined, expected]);
    expect(upload.snapshot().metadata?.sha256).toBe(sha256(body));
  });

  test.each<[string, Fault]>([
    ['408', { kind: 'answer', status: 408 }],
    ['429', { kind: 'answer', status: 429 }],
    ['503', { kind: 'answer', status: 503 }],
    ['a cut on the way there', { kind: 'cut request', afterBytes: 100_000 }],
    ['a cut on the way back', { kind: 'cut answer', afterBytes: 0 }],
    ['a lost answer', { kind: 'drop answer' }],
  ])('after %s the offset is asked before bytes are sent again', async (_what, fault) => {
    let patches = 0;
    const { server, methods } = await throughProxy(person, ({ method }) => {
      if (method === 'PATCH') patches += 1;
      return method === 'PATCH' && patches === 2 ? fault : undefined;
    });
    const body = bytes(3 * firstChunkBytes);
    const id = await startUpload(server, { name: 'asked', body, folderId: null }, { retry }).done;
    expect((await bytesOf(id)).sha256).toBe(sha256(body));
    expect(methods().slice(0, 4)).toEqual(['POST', 'PATCH', 'PATCH', 'HEAD']);
  });

  test('a lost answer to one request is looked for and not sent again', async () => {
    const { server, methods } = await throughProxy(person, ({ method }) =>
      method === 'POST' ? { kind: 'drop answer' } : undefined,
    );
    const body = bytes(1000, 'once');
    const id = await startUpload(server, { name: 'once', body, folderId: null }, { retry }).done;
    expect(await bytesOf(id)).toEqual({ sha256: sha256(body), version: 1 });
    expect(methods()).toEqual(['POST', 'HEAD']);
  });

  test.each([
    ['seconds', () => '1'],
    ['a date', () => new Date(Date.now() + 2000).toUTCString()],
  ])('Retry-After in %s is waited for', async (_what, retryAfter) => {
    let answered = false;
    const { server } = await throughProxy(person, () => {
      if (answered) return undefined;
      answered = true;
      return { kind: 'answer', status: 429, headers: { 'retry-after': retryAfter() } };
    });
    const began = performance.now();
    await startUpload(server, { name: 'later', body: bytes(10), folderId: null }, { retry }).done;
    expect(performance.now() - began).toBeGreaterThan(900);
  });

  test('a proxy that takes small requests only gets smaller ones', async () => {
    const { server, passed } = await throughProxy(person, ({ headers }) =>
      Number(headers['content-length'] ?? 0) > 100_000 ? { kind: 'answer', status: 413 } : undefined,
    );
    const body = bytes(200_000);
    const id = await startUpload(server, { name: 'small steps', body, folderId: null }, { retry }).done;
    expect((await bytesOf(id)).sha256).toBe(sha256(body));
    expect(passed.every(({ headers }) => Number(headers['content-length'] ?? 0) <= 200_000)).toBe(true);
  });

  test('an upload resumes from its stored address after a reload, and from the start when that is gone', async () => {
    const body = bytes(4_000_000, 'reload');
    const source = { name: 'reload', body, folderId: null };
    let url = '';
    const { server, methods, follow } = await throughProxy(person);
    const first = startUpload(server, source, { onUrl: (given) => (url = given ?? '') });
    first.observe(() => {
      if (first.snapshot().bytesTransferred > 1_000_000) first.pause();
    });
    await waitFor(() => first.snapshot().state === 'paused', { what: 'the pause' });
    const before = methods().length;
    const id = await startUpload(server, source, { resumeFrom: url, digest: digestAsSent }).done;
    expect(methods()[before]).toBe('HEAD');
    expect(await bytesOf(id)).toEqual({ sha256: sha256(body), version: 1 });
    follow(() => undefined);
    const gone = url.replace(/[^/]+$/, '0198c0de-0000-7000-8000-000000000000');
    const again = await startUpload(server, { ...source, name: 'again' }, { resumeFrom: gone }).done;
    expect((await bytesOf(again)).sha256).toBe(sha256(body));
  });

  test('a creation that was given up and arrives after all is not stored twice', async () => {
    const body = bytes(1000, 'late');
    const source = { name: 'late', body, folderId: null };
    let url = '';
    let arrive: (() => Promise<unknown>) | undefined;
    const holding: typeof person.server.fetch = async (input, init) => {
      arrive = () => person.server.fetch(input, { ...init, signal: null });
      throw new TypeError('the connection is lost');
    };
    const first = startUpload({ ...person.server, fetch: holding }, source, {
      onUrl: (given) => (url = given ?? url),
      retry: { firstDelayMs: 60_000 },
    });
    await waitFor(() => arrive !== undefined, { what: 'the creation' });
    first.pause();
    const overtaking: typeof person.server.fetch = async (input, init) => {
      const answer = await person.server.fetch(input, init);
      await arrive?.();
      arrive = undefined;
      return answer;
    };
    const id = await startUpload({ ...person.server, fetch: overtaking }, source, { resumeFrom: url, retry }).done;
    expect(await bytesOf(id)).toEqual({ sha256: sha256(body), version: 1 });
  });

  test('pause holds it, resume continues, cancel forgets it on the server', async () => {
    const body = bytes(6_000_000, 'pause');
    let url = '';
    const { server, methods } = await throughProxy(person, () => ({ kind: 'delay', ms: 20 }));
    const upload = startUpload(
      server,
      { name: 'pause', body, folderId: null },
      { onUrl: (given) => (url = given ?? '') },
    );
    await waitFor(() => upload.snapshot().bytesTransferred > 0, { what: 'some bytes' });
    expect([upload.resume(), upload.pause(), upload.pause(), upload.snapshot().state]).toEqual([
      false,
      true,
      false,
      'pausing',
    ]);
    expect(upload.resume()).toBe(true);
    expect(upload.snapshot().state).toBe('running');
    expect(upload.cancel()).toBe(true);
    await expect(upload.done).rejects.toMatchObject({ code: 'canceled' });
    expect(upload.snapshot().state).toBe('canceled');
    expect(methods().at(-1)).toBe('DELETE');
    expect((await person.fetch(url, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } })).status).toBe(404);
  });

  test('an id that is taken, by whomever, makes no second upload; one that is none is refused', async () => {
    const other = await signUp({ baseUrl: person.server.baseUrl });
    const id = '6f1d2c1e-3f6c-4f0a-9a55-1c0f5b8d7e21';
    const begin = (visitor: Person, uploadId: string) =>
      tus(visitor).begin({ length: 3, headers: { 'upload-metadata': metadata({ filename: 'named', uploadId }) } });
    const answers = [await begin(person, id), await begin(person, id), await begin(other, id)];
    expect(answers.map(({ status }) => status)).toEqual([201, 409, 409]);
    expect(answers[0]?.headers.get('location')).toBe(`/api/uploads/${id}`);
    expect((await tus(other).ask(`/api/uploads/${id}`)).status).toBe(404);
    await tus(person).send(`/api/uploads/${id}`, 0, bytes(3));
    expect((await begin(person, id)).status).toBe(409);
    expect((await begin(person, '../../etc')).status).toBe(400);
  });
});

function metadata(pairs: Record<string, string>): string {
  return Object.entries(pairs)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');
}
