/** The worker thread that hashes bytes on their way to S3: each message brings some and the state before them. */
import { createHash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { type RpcRequest, type RpcResponse, rpcErrorOf } from '#server/workers/worker-rpc.ts';
import type { BlobHashes, SumsPart } from '../blob-store.ts';
import { createResumableHashes, type HashState } from '../hashing/resumable-hashes.ts';
import { createRunningSums, noSums, withBuffers } from '../hashing/running-sums.ts';

/** What was hashed so far: states, and the sums of the part of 256 MiB that is not complete yet. */
export type Hashed = { state: HashState; rest: SumsPart };

/** `md5`: only the MD5 of these bytes is wanted. `hash`: they continue the blob, or begin it when `from` is undefined. */
export type PartRequest = { bytes: Uint8Array } & ({ kind: 'md5' } | { kind: 'hash'; from: Hashed | undefined });

export type PartResult =
  | { md5: string }
  /** The sums of the parts that these bytes completed, and the hashes as if the blob ended with them. */
  | { hashed: Hashed; parts: SumsPart[]; hashes: BlobHashes };

parentPort?.on('message', ({ id, ...request }: RpcRequest<PartRequest>) => {
  try {
    post({ id, result: hash(request) });
  } catch (error) {
    post({ id, error: rpcErrorOf(error) });
  }
});

function post(response: RpcResponse<PartResult>): void {
  parentPort?.postMessage(response);
}

function hash(request: PartRequest): PartResult {
  const bytes = Buffer.from(request.bytes.buffer, request.bytes.byteOffset, request.bytes.byteLength);
  if (request.kind === 'md5') return { md5: createHash('md5').update(bytes).digest('base64') };
  const { from } = request;
  const hashes = createResumableHashes(from?.state);
  const sums = createRunningSums(from && withBuffers(from.rest));
  hashes.update(bytes);
  const parts = sums.update(bytes);
  const state = hashes.state();
  const rest = sums.rest() ?? noSums;
  return { hashed: { state, rest }, parts, hashes: hashes.digest() };
}
