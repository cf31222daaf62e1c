/** The worker thread that hashes bytes which are on their way: each message brings some and the state before them. */
import { createHash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import type { BlobHashes, SumsPart } from '../blob-store.ts';
import { createResumableHashes, type HashState } from '../hashing/resumable-hashes.ts';
import { createRunningSums, withBuffers } from '../hashing/running-sums.ts';
import { problemOf, type RpcReply, type RpcRequest } from '../hashing/worker-rpc.ts';

/** What was hashed so far: states, and the sums of the part of 256 MiB that is not complete yet. */
export type Hashed = { state: HashState; rest: SumsPart };

/** `md5`: only the MD5 of these bytes is wanted. `hash`: go on with them, from the start of a blob when `from` is undefined. */
export type PartQuestion = { bytes: Uint8Array } & ({ kind: 'md5' } | { kind: 'hash'; from: Hashed | undefined });

export type PartAnswer =
  | { md5: string }
  /** The sums of the parts that these bytes completed, and the hashes as if the blob ended with them. */
  | { hashed: Hashed; parts: SumsPart[]; hashes: BlobHashes };

parentPort?.on('message', ({ ask, ...question }: RpcRequest<PartQuestion>) => {
  try {
    post({ ask, answer: answer(question) });
  } catch (error) {
    post({ ask, problem: problemOf(error) });
  }
});

function post(said: RpcReply<PartAnswer>): void {
  parentPort?.postMessage(said);
}

function answer(question: PartQuestion): PartAnswer {
  const bytes = Buffer.from(question.bytes.buffer, question.bytes.byteOffset, question.bytes.byteLength);
  if (question.kind === 'md5') return { md5: createHash('md5').update(bytes).digest('base64') };
  const { from } = question;
  const hashes = createResumableHashes(from?.state);
  const sums = createRunningSums(from && withBuffers(from.rest));
  hashes.update(bytes);
  const parts = sums.update(bytes);
  const state = hashes.state();
  const rest = sums.rest() ?? { sha256s: Buffer.alloc(0), crc32s: Buffer.alloc(0) };
  return { hashed: { state, rest }, parts, hashes: hashes.digest() };
}
