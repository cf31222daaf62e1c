import { expect, test } from 'vitest';
import { uploadedFileHeader } from '#contract/storage.ts';
import type { Server } from '../../server.ts';
import { startUpload } from '../upload.ts';

const stored = { 'upload-offset': '3', 'upload-length': '3', [uploadedFileHeader]: 'file' };

test.each([400, 409, 423])('the offset is asked again where another request holds the upload: %i', async (status) => {
  const answers = [new Response(null, { status }), new Response(null, { headers: stored })];
  const server: Server = {
    baseUrl: 'http://storage.test',
    fetch: async () => answers.shift() ?? Response.error(),
  };
  const source = { name: 'a', body: new Uint8Array(3), folderId: null };
  const resumeFrom = 'http://storage.test/api/uploads/id';
  expect(await startUpload(server, source, { resumeFrom, retry: { firstDelayMs: 1 } }).done).toBe('file');
});

test.each([502, 409])('a creation that is answered by %i and found there keeps its address', async (status) => {
  const answers = [new Response(null, { status }), new Response(null, { headers: stored })];
  const server: Server = { baseUrl: 'http://storage.test', fetch: async () => answers.shift() ?? Response.error() };
  const urls: (string | undefined)[] = [];
  const options = { onUrl: (url: string | undefined) => void urls.push(url), retry: { firstDelayMs: 1 } };
  const source = { name: 'a', body: new Uint8Array(3), folderId: null };
  expect(await startUpload(server, source, options).done).toBe('file');
  expect(urls).toEqual([expect.stringMatching('^http://storage.test/api/uploads/')]);
});

test('the address of a creation that is refused is forgotten', async () => {
  const server: Server = { baseUrl: 'http://storage.test', fetch: async () => new Response(null, { status: 403 }) };
  const urls: (string | undefined)[] = [];
  const source = { name: 'a', body: new Uint8Array(3), folderId: null };
  const task = startUpload(server, source, { onUrl: (url) => void urls.push(url) });
  await expect(task.done).rejects.toMatchObject({ status: 403 });
  expect(urls).toEqual([expect.any(String), undefined]);
});
