import { expect, test } from 'vitest';
import { signUp } from '#tests/support/client/build-account.ts';
import { startFaultProxy } from '#tests/support/client/fault-proxy.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { s3Access, testBucket } from '#tests/support/engines/storage.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { waitMs } from '#tests/support/fixtures/patience.ts';
import { waitUntilInTrouble, waitUntilReady } from '#tests/support/server/health.ts';
import { startServer } from '#tests/support/server/start-server.ts';

const body = bytes(300_000, 'stored before');

test.each([
  ['is gone', { kind: 'answer', status: 502 }],
  ['hangs', { kind: 'delay', ms: waitMs }],
] as const)('while its S3 server %s, a node says so, keeps showing folders, and heals by itself', async (_, fault) => {
  let isAway = false;
  const { endpoint, region } = s3Access();
  const proxy = await startFaultProxy(endpoint, () => (isAway ? fault : undefined), { keepsHost: true });
  const place = new URLSearchParams({ endpoint: proxy.baseUrl, region, 'path-style': '1' });
  const prefix = `away-${crypto.randomUUID()}`;
  const server = await startServer({ env: { STORAGE_URL: `s3://${testBucket}/${prefix}?${place}` } });
  const person = await signUp(server);
  const { url } = await uploadFile(person, { name: 'stored.bin', body });

  isAway = true;
  await waitUntilInTrouble(server, 'files-unreachable');
  expect((await person.api.folders.children({ id: 'root' })).files.map(({ name }) => name)).toEqual(['stored.bin']);

  isAway = false;
  await waitUntilReady(server);
  const answer = await person.fetch(url);
  expect(Buffer.from(await answer.arrayBuffer()).equals(body)).toBe(true);
});
