import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createParallelMd5, Md5ThreadEnded } from './parallel-md5.ts';

test('when its thread ends, the sums it had are lost, and others are begun elsewhere until it is started again', async () => {
  const threads: Worker[] = [];
  const onWorker = (worker: Worker) => threads.push(worker);
  process.on('worker', onWorker);
  onTestFinished(() => void process.off('worker', onWorker));
  const bytes = Buffer.from(new SharedArrayBuffer(1024)).fill('md5');
  const reports: string[] = [];
  const md5 = createParallelMd5(bytes, (problem) => reports.push(problem));

  const sum = md5.begin();
  sum?.update(bytes.length);
  expect(sum?.digest()).toBe(createHash('md5').update(bytes).digest('base64'));
  await vi.waitFor(() => expect(threads.length).toBe(1));
  const [thread] = threads;
  const ended = thread && once(thread, 'exit');
  void thread?.terminate();
  await ended;

  expect(() => sum?.update(1)).toThrow(Md5ThreadEnded);
  expect(md5.begin()).toBeUndefined();
  expect(reports).toEqual(['The thread that computes MD5 cannot be started; it is tried again after 1 s']);
});
