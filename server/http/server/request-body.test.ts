import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { openBody, readWhole } from './request-body.ts';

test('what a client breaks off is told as that, also when the parser has seen its end meanwhile', async () => {
  const incoming = Object.assign(new PassThrough(), { complete: true });
  const { bytes } = openBody(incoming as unknown as IncomingMessage);
  const read = readWhole(bytes, 10);
  incoming.write('four');
  incoming.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
  await expect(read).rejects.toMatchObject({ code: 'upload-interrupted' });
});
