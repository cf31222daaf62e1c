import { expect, test, vi } from 'vitest';
import type { Server } from '#client/server.ts';
import type { HashRequest } from '#client/storage/hashing/hash-in-worker.ts';
import { createSendFile } from './send-file.ts';

const body = new File(['x'.repeat(70_000)], 'large.bin');
const source = { body, name: body.name, folderId: null };

/** A server that stores a file of every size and of the content that is asked for, and a worker whose answers are those of the test. */
function openSendFile() {
  const requests: string[] = [];
  const server: Server = {
    baseUrl: 'http://storage.test',
    async fetch(input) {
      const { pathname } = new URL(input instanceof Request ? input.url : input);
      requests.push(pathname);
      return Response.json(
        pathname === '/api/files/link' ? { file: { id: 'file' }, operationId: 'operation' } : { stored: true },
      );
    },
  };
  const asked: HashRequest[] = [];
  const worker = Object.assign(new EventTarget(), {
    postMessage: (request: HashRequest) => void asked.push(request),
    terminate() {},
  });
  vi.stubGlobal('Worker', function startWorker() {
    return worker;
  });
  const answer = () => worker.dispatchEvent(new MessageEvent('message', { data: { id: 1, sha256: '00' } }));
  return { send: createSendFile(server), requests, asked, answer };
}

test('paused while it is hashed, nothing is asked of the server any more, and resumed it goes on with that hash', async () => {
  const { send, requests, asked, answer } = openSendFile();
  const task = send(source, { closed: new AbortController().signal });
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  task.pause();
  answer();
  await vi.waitFor(() => expect(task.snapshot().state).toBe('paused'));
  expect(requests).toEqual(['/api/files/sizes/70000']);
  task.resume();
  await vi.waitFor(() => expect(requests).toContain('/api/files/link'));
  expect(asked).toHaveLength(1);
  task.discard();
});

test('a file that is not sent, since its bytes are stored already, names the operation by which that is undone', async () => {
  const { send, asked, answer } = openSendFile();
  const task = send(source, { closed: new AbortController().signal });
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  answer();
  expect(await task.done).toBe('file');
  expect(task.snapshot().metadata?.operationId).toBe('operation');
});

test('when the session has ended, the hash ends and nothing is asked of the server any more', async () => {
  const { send, requests, asked, answer } = openSendFile();
  const closed = new AbortController();
  const task = send(source, { closed: closed.signal });
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  closed.abort();
  task.pause();
  answer();
  await vi.waitFor(() => expect(task.snapshot().state).toBe('paused'));
  await vi.waitFor(() => expect(asked).toEqual([expect.anything(), { id: 1 }]));
  expect(requests).toEqual(['/api/files/sizes/70000']);
});
