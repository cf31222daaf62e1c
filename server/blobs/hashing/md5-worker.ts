/** The thread that computes MD5 beside the one that computes everything else; see md5-beside.ts. */
import { createHash, type Hash } from 'node:crypto';
import { workerData } from 'node:worker_threads';
import { type Md5Memory, orders, slots } from './parallel-md5.ts';

const { control, bytes, digest } = workerData as Md5Memory;
const hashes = new Map<number, Hash>();

for (;;) {
  Atomics.wait(control, slots.order, orders.none);
  const id = control[slots.id] ?? 0;
  switch (control[slots.order]) {
    case orders.update: {
      const hash = hashes.get(id) ?? createHash('md5');
      hashes.set(id, hash);
      hash.update(bytes.subarray(0, control[slots.length]));
      break;
    }
    case orders.digest:
      digest.set((hashes.get(id) ?? createHash('md5')).copy().digest());
      break;
    default:
      hashes.delete(id);
  }
  Atomics.store(control, slots.order, orders.none);
  Atomics.notify(control, slots.order);
}
