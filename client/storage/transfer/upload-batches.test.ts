import { expect, test, vi } from 'vitest';
import { maxBatchFiles } from '#contract/limits.ts';
import type { BatchIndex, BatchOutcome } from '#contract/records/upload-batch.ts';
import type { Sending, Server } from '../../server.ts';
import { createUploadBatches } from './upload-batches.ts';

const { signal } = new AbortController();

test('files that come together travel together, and each gets its own answer', async () => {
  const { server, requests } = answering((names) => ({
    outcomes: names.map((name) => (name === 'bad' ? { error: refusal } : { fileId: name, operationId: null })),
  }));
  const batches = createUploadBatches(server);
  const results = await Promise.allSettled(['a', 'bad', 'c'].map((name) => batches.send(file(name))));
  expect(results).toMatchObject([
    { value: { fileId: 'a' } },
    { reason: { error: { status: 422, serverCode: 'digest-mismatch' } } },
    { value: { fileId: 'c' } },
  ]);
  expect(requests).toEqual([{ names: ['a', 'bad', 'c'], bytes: 'abadc' }]);
});

test('there are no more in one request than the server takes, and while two are under way others gather', async () => {
  const { server, requests } = answering(storedAll);
  const batches = createUploadBatches(server);
  const names = Array.from({ length: 3 * maxBatchFiles }, (_, i) => `file ${i}`);
  const stored = await Promise.all(names.map((name) => batches.send(file(name))));
  expect(stored.map((one) => one?.fileId)).toEqual(names);
  expect(requests.map((request) => request.names.length)).toEqual([maxBatchFiles, maxBatchFiles, maxBatchFiles]);
});

test('beside another one only a full one is sent', async () => {
  const held = Promise.withResolvers<undefined>();
  const { server, requests } = answering(storedAll, () => held.promise);
  const batches = createUploadBatches(server);
  const send = (count: number) => Promise.all(Array.from({ length: count }, (_, i) => batches.send(file(`${i}`))));
  const sizes = () => requests.map(({ names }) => names.length);
  const sent = [send(2)];
  await expect.poll(sizes).toEqual([2]);
  sent.push(send(3));
  // The turn of the event loop in which they would leave.
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(sizes()).toEqual([2]);
  sent.push(send(maxBatchFiles));
  await expect.poll(sizes).toEqual([2, maxBatchFiles]);
  held.resolve(undefined);
  await Promise.all(sent);
  expect(sizes()).toEqual([2, maxBatchFiles, 3]);
});

test('what waits for one that hangs is sent after a while', async () => {
  vi.useFakeTimers();
  const { server, requests } = answering(storedAll, () => new Promise(() => {}));
  const batches = createUploadBatches(server);
  for (let i = 0; i < 4; i += 1) {
    if (i === 2) await vi.advanceTimersByTimeAsync(10);
    batches.send(file(`${i}`)).catch(() => {});
  }
  await vi.advanceTimersByTimeAsync(900);
  expect(requests.map(({ names }) => names)).toEqual([['0', '1']]);
  await vi.advanceTimersByTimeAsync(200);
  expect(requests.map(({ names }) => names)).toEqual([
    ['0', '1'],
    ['2', '3'],
  ]);
  vi.useRealTimers();
});

test('one alone, one that is too large and one with a very long name are sent by themselves', async () => {
  const { server, requests } = answering(storedAll);
  const batches = createUploadBatches(server);
  expect(await batches.send(file('a'))).toBeUndefined();
  const large = { ...file('large'), body: new Uint8Array(3 * 1024 ** 2) };
  expect(await Promise.all([batches.send(large), batches.send(file('n'.repeat(3000)))])).toEqual([
    undefined,
    undefined,
  ]);
  expect(requests).toEqual([]);
});

test('a server without batches is asked once', async () => {
  const { server, requests } = answering(() => 404);
  const batches = createUploadBatches(server);
  for (let i = 0; i < 2; i += 1)
    expect(await Promise.all([batches.send(file('a')), batches.send(file('b'))])).toEqual([undefined, undefined]);
  expect(requests).toHaveLength(1);
});

test('behind a proxy that takes only small requests they become smaller', async () => {
  const { server, requests } = answering((names) => (names.length > 2 ? 413 : storedAll(names)));
  const batches = createUploadBatches(server);
  const names = ['a', 'b', 'c', 'd'];
  const body = new Uint8Array(200_000);
  const stored = await Promise.all(names.map((name) => batches.send({ ...file(name), body })));
  expect(stored.map((one) => one?.fileId)).toEqual(names);
  expect(requests.map((request) => request.names)).toEqual([names, names, ['a', 'b'], ['c', 'd']]);
});

test('one that is given up is not stored with the others, which travel again without it', async () => {
  const requests: AbortSignal[] = [];
  const { server, requests: answered } = answering(storedAll, (left) => {
    requests.push(left);
    return requests.length > 1 ? Promise.resolve() : new Promise((_, reject) => left.addEventListener('abort', reject));
  });
  const batches = createUploadBatches(server);
  const canceled = new AbortController();
  const sent = ['a', 'b', 'c'].map((name) =>
    batches.send({ ...file(name), signal: name === 'b' ? canceled.signal : signal }),
  );
  await expect.poll(() => requests.length).toBe(1);
  canceled.abort(new Error('canceled'));
  expect(await Promise.allSettled(sent)).toMatchObject([
    { value: { fileId: 'a' } },
    { reason: { message: 'canceled' } },
    { value: { fileId: 'c' } },
  ]);
  expect(answered.map(({ names }) => names)).toEqual([
    ['a', 'b', 'c'],
    ['a', 'c'],
  ]);
});

test('when all of them are given up the request ends, and nothing follows', async () => {
  const requests: AbortSignal[] = [];
  const { server } = answering(storedAll, (left) => {
    requests.push(left);
    return new Promise((_, reject) => left.addEventListener('abort', reject));
  });
  const batches = createUploadBatches(server);
  const paused = new AbortController();
  const sent = ['a', 'b'].map((name) => batches.send({ ...file(name), signal: paused.signal }));
  await expect.poll(() => requests.length).toBe(1);
  paused.abort(new Error('paused'));
  for (const one of sent) await expect(one).rejects.toThrow('paused');
  // The turn of the event loop in which they would leave.
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(requests.map(({ aborted }) => aborted)).toEqual([true]);
});

test('when the connection is lost all of them hear it', async () => {
  const batches = createUploadBatches(serverWith(() => Promise.reject(new Error('reset'))));
  const results = await Promise.allSettled([batches.send(file('a')), batches.send(file('b'))]);
  expect(results).toMatchObject([{ reason: { name: 'ConnectionLost' } }, { reason: { name: 'ConnectionLost' } }]);
});

const refusal = { status: 422, code: 'digest-mismatch', message: 'Not the same.' };

function storedAll(names: string[]): { outcomes: BatchOutcome[] } {
  return { outcomes: names.map((fileId) => ({ fileId, operationId: null })) };
}

function file(name: string) {
  return { body: new TextEncoder().encode(name), metadata: { filename: name }, signal };
}

/** A server that answers batches, and what they were. */
function answering(
  answer: (names: string[]) => { outcomes: BatchOutcome[] } | number,
  before: (left: AbortSignal) => Promise<unknown> = async () => {},
) {
  const requests: { names: string[]; bytes: string }[] = [];
  const server = serverWith(async ({ body, signal: left }) => {
    const bytes = Buffer.from(await (body as Blob).arrayBuffer());
    const end = 4 + bytes.readUInt32BE(0);
    const { files } = JSON.parse(bytes.toString('utf8', 4, end)) as BatchIndex;
    const names = files.map(({ metadata }) => metadata['filename'] ?? '');
    requests.push({ names, bytes: bytes.toString('utf8', end) });
    await before(left);
    const found = answer(names);
    return typeof found === 'number'
      ? { status: found, header: () => null, text: '{}' }
      : { status: 200, header: () => null, text: JSON.stringify(found) };
  });
  return { server, requests };
}

function serverWith(send: NonNullable<Server['send']>): Server {
  return { baseUrl: 'http://localhost', fetch, send: (sending: Sending) => send(sending) };
}
