import { expect, test } from 'vitest';
import type { Server } from '../server.ts';
import { createStorage } from './storage.ts';

const retry = { firstDelayMs: 1, limitMs: 1000 };

test('only what was there counts as deleted when a retry does not find it', async () => {
  const { server, methods } = answering({ GET: [404], DELETE: [503, 404] });
  const absent = createStorage(server, { bucket: 'keepsake', retry }).delete('folder');
  await expect(absent).rejects.toMatchObject({ code: 'object-not-found' });
  expect(methods).not.toContain('DELETE');
});

test('an object is deleted once, also when the answer is lost', async () => {
  const { server, methods } = answering({ GET: [503, 200], DELETE: [0, 404] });
  expect(await createStorage(server, { bucket: 'keepsake', retry }).delete('a.txt')).toBeNull();
  expect(methods).toEqual(['GET', 'GET', 'DELETE', 'DELETE']);
});

/** A server that answers each method with these statuses one after the other; 0: with none. */
function answering(statuses: Record<string, number[]>) {
  const methods: string[] = [];
  const server: Server = {
    baseUrl: 'http://storage.test',
    fetch: (_url, { method = '' } = {}) => {
      methods.push(method);
      const status = statuses[method]?.shift() ?? 0;
      return status === 0 ? Promise.reject(new TypeError('lost')) : Promise.resolve(Response.json({}, { status }));
    },
  };
  return { server, methods };
}
