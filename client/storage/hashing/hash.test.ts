import { createHash } from 'node:crypto';
import { MessageChannel } from 'node:worker_threads';
import { expect, test, vi } from 'vitest';
import { digestAsSent } from './digest-as-sent.ts';
import { sha256Of } from './hash.ts';
import { sha256AtOnce } from './hash-at-once.ts';
import { createWorkerHash, type HashRequest, type HashResponse } from './hash-in-worker.ts';
import { digestElsewhere } from './whole-digest.ts';

const body = new Uint8Array(10_000_000).map((_, i) => (i * 31) % 251);
const expected = createHash('sha256').update(body).digest('hex');

test.each([
  ['a Blob', new Blob([body])],
  ['bytes', body],
])('the SHA-256 of %s', async (_what, source) => {
  const progress: number[] = [];
  expect(await sha256Of(source, { onProgress: (bytes) => progress.push(bytes) })).toBe(expected);
  expect(progress.at(-1)).toBe(body.length);
});

test('the SHA-256 of a file at once, where the platform has it', async () => {
  expect(await sha256AtOnce(new Blob([body]))).toBe(expected);
  expect(await sha256AtOnce(new Uint8Array(0))).toBe(createHash('sha256').digest('hex'));
  vi.stubGlobal('crypto', {});
  expect(await sha256AtOnce(body)).toBeUndefined();
});

test('a digest counts bytes that are sent again once, and reads those that were sent before it existed', async () => {
  const digest = digestAsSent(new Blob([body]));
  await digest.update?.(body.subarray(1_000_000, 2_000_000), 1_000_000);
  await digest.update?.(body.subarray(1_500_000, 3_000_000), 1_500_000);
  await digest.update?.(body.subarray(1_500_000, 1_600_000), 1_500_000);
  await digest.update?.(body.subarray(3_000_000), 3_000_000);
  expect(await digest.hex()).toBe(expected);
});

test('a hash that is computed elsewhere is computed once', async () => {
  const compute = vi.fn<() => Promise<string>>().mockResolvedValue(expected);
  const digest = digestElsewhere(compute)(body);
  digest.begin();
  expect([await digest.hex(), await digest.hex()]).toEqual([expected, expected]);
  expect(compute).toHaveBeenCalledOnce();
});

test('each response of the worker reaches the call it belongs to', async () => {
  const { port1, port2 } = new MessageChannel();
  const hash = createWorkerHash(() => port1 as unknown as Worker);
  port2.on('message', ({ id }: { id: number }) => {
    port2.postMessage({ id, bytes: 1 });
    port2.postMessage(
      id === 1 ? { id, sha256: 'first' } : { id, code: 'cannot-slice-blob', message: 'The file changed' },
    );
  });
  const progress: number[] = [];
  const first = hash(new Blob(), { onProgress: (bytes) => progress.push(bytes) });
  const second = hash(new Blob());
  await expect(second).rejects.toMatchObject({ code: 'cannot-slice-blob', message: 'The file changed' });
  expect([await first, progress]).toEqual(['first', [1]]);
  port1.close();
});

test('a hash that nobody needs any more makes way for the next one', async () => {
  const sent: { id: number; body?: Blob }[] = [];
  const worker = { postMessage: (message: (typeof sent)[number]) => void sent.push(message) };
  const hash = createWorkerHash(() => Object.assign(new EventTarget(), worker, { terminate() {} }));
  const ending = new AbortController();
  const ended = hash(new Blob(), { signal: ending.signal });
  ending.abort(new Error('ended'));
  await expect(ended).rejects.toThrow('ended');
  expect(sent).toEqual([{ id: 1, body: expect.any(Blob) }, { id: 1 }]);
});

test('the worker ends such a hash, and computes the next one', async () => {
  const sent: HashResponse[] = [];
  let listen: (event: { data: HashRequest }) => void = () => {};
  vi.stubGlobal('addEventListener', (_type: string, listener: typeof listen) => (listen = listener));
  vi.stubGlobal('postMessage', (response: HashResponse) => sent.push(response));
  await import('./hash-worker.ts');
  for (const data of [{ id: 1, body: new Blob([body]) }, { id: 1 }, { id: 2, body: new Blob([body]) }])
    listen({ data });
  await vi.waitFor(() => expect(sent).toContainEqual({ id: 2, sha256: expected }));
  expect(sent).not.toContainEqual({ id: 1, sha256: expected });
});

test('a worker that failed is replaced with the next call', async () => {
  const started: (EventTarget & { terminate: () => void })[] = [];
  const hash = createWorkerHash(() => {
    const worker = Object.assign(new EventTarget(), {
      postMessage({ id }: { id: number }) {
        const answer =
          started.length === 1 ? new Event('error') : new MessageEvent('message', { data: { id, sha256: 'x' } });
        worker.dispatchEvent(answer);
      },
      terminate: vi.fn<() => void>(),
    });
    started.push(worker);
    return worker;
  });
  await expect(hash(new Blob())).rejects.toMatchObject({ code: 'unsupported-environment' });
  expect(started[0]?.terminate).toHaveBeenCalledOnce();
  expect([await hash(new Blob()), await hash(new Blob())]).toEqual(['x', 'x']);
  expect(started).toHaveLength(2);
});
