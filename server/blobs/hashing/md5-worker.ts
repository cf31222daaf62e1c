/** The thread that computes MD5 while another one computes all other sums of the same bytes; see parallel-md5.ts. */
import { createHash, type Hash } from 'node:crypto';
import { workerData } from 'node:worker_threads';
import { commands, type Md5Memory, slots } from './parallel-md5.ts';

const { control, bytes, digest } = workerData as Md5Memory;
const hashes = new Map<number, Hash>();

for (;;) {
  Atomics.wait(control, slots.command, commands.none);
  const id = Atomics.load(control, slots.id);
  switch (Atomics.load(control, slots.command)) {
    case commands.update: {
      const hash = hashes.get(id) ?? createHash('md5');
      hashes.set(id, hash);
      hash.update(bytes.subarray(0, Atomics.load(control, slots.length)));
      break;
    }
    case commands.digest:
      digest.set((hashes.get(id) ?? createHash('md5')).copy().digest());
      break;
    default:
      hashes.delete(id);
  }
  Atomics.store(control, slots.command, commands.none);
  Atomics.notify(control, slots.command);
}
