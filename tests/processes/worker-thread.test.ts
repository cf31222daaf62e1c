import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WorkerUnavailable } from '#server/workers/restarts.ts';
import { createWorkerRpc, type WorkerRpc } from '#server/workers/worker-rpc.ts';

type Request = { say: string };

/** Repeats what it receives; what ends it, keeps it busy or gets no answer, it does. */
const echo = moduleOf(`
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', ({ id, say }) => {
    if (say === 'die') process.exit(7);
    if (say === 'throw') throw new Error('thrown there');
    if (say === 'spin') for (;;);
    if (say !== 'rest') parentPort.postMessage({ id, result: say });
  });
`);

const reports: string[] = [];
const threads: Worker[] = [];
const opened: WorkerRpc<Request, string, never>[] = [];
const onWorker = (worker: Worker) => void threads.push(worker);
beforeEach(() => void process.on('worker', onWorker));
afterEach(async () => {
  vi.useRealTimers();
  process.off('worker', onWorker);
  for (const { close } of opened.splice(0)) await close();
  for (const list of [reports, threads]) list.length = 0;
});

function moduleOf(code: string): URL {
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`);
}

function open(module: URL): WorkerRpc<Request, string, never> {
  const rpc = createWorkerRpc<Request, string>({
    module,
    name: 'thread',
    what: 'The thread',
    report: (problem) => reports.push(problem),
  });
  opened.push(rpc);
  return rpc;
}

test.each(['die', 'throw'])(
  'what ends it at work (%s) fails what it was given, and the next request is met',
  async (deed) => {
    const rpc = open(echo);
    expect(await rpc.call({ say: 'one' })).toBe('one');
    const [waiting, deadly] = [rpc.call({ say: 'rest' }), rpc.call({ say: deed })];
    waiting.catch(() => {});
    await expect(deadly).rejects.toThrow(WorkerUnavailable);
    await expect(waiting).rejects.toThrow('The thread has ended');
    expect(await rpc.call({ say: 'two' })).toBe('two');
    expect(reports).toEqual(['The thread has ended; it is started again']);
  },
);

test('one that ends while it waits is replaced', async () => {
  const rpc = open(echo);
  await rpc.call({ say: 'one' });
  await threads[0]?.terminate();
  expect(await rpc.call({ say: 'two' })).toBe('two');
  expect(threads.length).toBe(2);
});

test.each([
  ['cannot be made', new URL('https://example.org/thread.js')],
  ['cannot be loaded', moduleOf('import "node:no-such-module"')],
  ['ends before it does anything', moduleOf('process.exit(3)')],
])('one that %s is tried again after pauses that grow', async (_what, module) => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const rpc = open(module);
  for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
    await expect(rpc.call({ say: 'one' })).rejects.toThrow(WorkerUnavailable);
    expect(reports.at(-1)).toBe(`The thread cannot be started; it is tried again after ${seconds} s`);
    const tries = reports.length;
    await expect(rpc.call({ say: 'one' })).rejects.toThrow(WorkerUnavailable);
    expect(reports.length).toBe(tries);
    vi.advanceTimersByTime(seconds * 1000);
  }
});

test('it can be closed whatever it does, and then takes nothing', async () => {
  const rpc = open(echo);
  await rpc.call({ say: 'one' });
  const working = rpc.call({ say: 'spin' });
  working.catch(() => {});
  await rpc.close();
  await expect(working).rejects.toThrow(WorkerUnavailable);
  await expect(rpc.call({ say: 'two' })).rejects.toThrow('closed');
  expect(reports).toEqual([]);
});
