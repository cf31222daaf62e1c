/** The worker thread that computes MD5s, of which any number are under way; see md5-thread.ts. */
import { createHash, type Hash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { type RpcRequest, type RpcResponse, rpcErrorOf } from '#server/workers/worker-rpc.ts';
import type { Md5Notification, Md5Request, Md5Result } from './md5-thread.ts';

const sums = new Map<number, { hash: Hash; length: number }>();

parentPort?.on('message', (message: Md5Notification | RpcRequest<Md5Request>) => {
  if (message.kind === 'forget') return void sums.delete(message.sum);
  const { id } = message;
  try {
    post({ id, result: answer(message) });
  } catch (error) {
    post({ id, error: rpcErrorOf(error) });
  }
});

function answer(request: Md5Request): Md5Result {
  const sum = sums.get(request.sum) ?? { hash: createHash('md5'), length: 0 };
  if (sum.length !== request.at) throw new Error('Another thread had the bytes before these');
  if (request.kind === 'digest') return sum.hash.digest('base64');
  sum.hash.update(request.bytes);
  sums.set(request.sum, { hash: sum.hash, length: sum.length + request.bytes.length });
}

function post(response: RpcResponse<Md5Result>): void {
  parentPort?.postMessage(response);
}
