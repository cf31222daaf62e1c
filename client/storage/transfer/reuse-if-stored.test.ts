import { afterEach, expect, test, vi } from 'vitest';
import type { Server } from '../../server.ts';
import { reuseIfStored } from './reuse-if-stored.ts';

afterEach(() => void vi.restoreAllMocks());

test('a lost answer stores the file once, and needs no second hash, which the policy of a page forbids', async () => {
  vi.spyOn(WebAssembly, 'compile').mockRejectedValue(new Error('unsafe-eval'));
  const body = new Blob(['x'.repeat(70_000)]);
  const sha256 = 'ab'.repeat(32);
  const requests: string[] = [];
  const answers: Record<string, () => unknown> = {
    '/api/files/sizes/70000': () => ({ stored: true }),
    '/api/files/link': () => {
      throw new TypeError('Failed to fetch');
    },
    '/api/objects/film.mp4': () => ({ fileId: 'film', size: 70_000, sha256 }),
    '/api/entries/film': () => ({ file: { id: 'film', name: 'film.mp4' } }),
  };
  const server: Server = {
    baseUrl: 'http://storage.test',
    async fetch(input) {
      const { pathname } = new URL(input instanceof Request ? input.url : input);
      requests.push(pathname);
      return Response.json(answers[pathname]?.());
    },
  };
  const source = { body, name: 'film.mp4', folderId: null };
  const file = await reuseIfStored(server, source, async () => sha256, { retry: { firstDelayMs: 0 } });
  expect(file).toMatchObject({ id: 'film', operationId: null });
  expect(requests).toEqual(Object.keys(answers));
});
