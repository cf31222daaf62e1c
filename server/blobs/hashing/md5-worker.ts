/** The worker thread that computes MD5s, of which any number are under way; see md5-thread.ts. */
import { createHash, type Hash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { type RpcRequest, type RpcResponse, rpcErrorOf } from '#server/workers/worker-rpc.ts';
import type { Md5Notification, Md5Request, Md5Result } from './md5-thread.ts';

const sums = new Map<number, Hash>();

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
  const sum = sums.get(request.sum) ?? createHash('md5');
  sums.set(request.sum, sum);
  return request.kind === 'update' ? void sum.update(request.bytes) : sum.digest('base64');
}

function post(response: RpcResponse<Md5Result>): void {
  parentPort?.postMessage(response);
}
