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
