import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { createMd5Thread } from '#server/blobs/hashing/md5-thread.ts';

async function* pieces(content: Buffer, bytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += bytes) yield content.subarray(at, at + bytes);
}

function start() {
  const reports: string[] = [];
  const thread = createMd5Thread((problem) => reports.push(problem));
  onTestFinished(thread.close);
  return { thread, reports };
}

async function read(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of bytes) all.push(Buffer.from(piece));
  return Buffer.concat(all);
}

function bytesOf(length: number): Buffer {
  return createHash('shake256', { outputLength: length }).update(String(length)).digest();
}

test('computes the MD5s of several streams at once and passes their bytes on', async () => {
  const { thread } = start();
  const sizes = [0, 1, 262_144, 262_145, 1_000_000];
  const sums = await Promise.all(
    sizes.map(async (size, i) => {
      let md5: string | undefined;
      const passed = await read(thread.beside(pieces(bytesOf(size), 60_000 + i), (sum) => (md5 = sum)));
      return { passed: passed.equals(bytesOf(size)), md5 };
    }),
  );
  const right = sizes.map((size) => createHash('md5').update(bytesOf(size)).digest('base64'));
  expect(sums).toEqual(right.map((md5) => ({ passed: true, md5 })));
});

test('when the thread ends, only the sum is lost', async () => {
  const { thread, reports } = start();
  const threads: Worker[] = [];
  const onWorker = (worker: Worker) => threads.push(worker);
  process.on('worker', onWorker);
  onTestFinished(() => void process.off('worker', onWorker));
  const whole = bytesOf(2_000_000);
  let md5: string | undefined;
  const passed = await read(thread.beside(ended(), (sum) => (md5 = sum)));
  expect([passed.equals(whole), md5]).toEqual([true, undefined]);
  expect(reports).toHaveLength(1);

  async function* ended(): AsyncGenerator<Buffer> {
    yield whole.subarray(0, 1_000_000);
    const [worker] = threads;
    if (worker === undefined) throw new Error('No thread was started');
    const end = once(worker, 'exit');
    void worker.terminate();
    await end;
    yield whole.subarray(1_000_000);
  }
});
