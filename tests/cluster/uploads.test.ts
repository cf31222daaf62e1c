import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { uploadedFileHeader } from '#contract/storage.ts';
import { personAt, signUp } from '#tests/support/client/build-account.ts';
import { tus } from '#tests/support/client/tus.ts';
import { query } from '#tests/support/database/query.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { startTwoNodes } from '#tests/support/server/two-nodes.ts';

describe('two nodes on one database and one bucket', () => {
  test('keep an upload once when another one than the node that got its last byte finishes it', async () => {
    const { one, other } = await startTwoNodes();
    const ada = await signUp(one);
    const elsewhere = personAt(other, ada);
    // With as many bytes as a part has they are stored before the request ends.
    const body = bytes(8 * 1024 ** 2);
    const place = await tus(ada).place({ name: 'once.bin', length: body.length });
    const { pathname } = new URL(place, one.baseUrl);
    const { writable, readable } = new TransformStream<Uint8Array>();
    const writer = writable.getWriter();
    const sending = tus(ada).send(pathname, 0, readable);
    await writer.write(body);
    const finished = await waitFor(
      async () => (await tus(elsewhere).ask(pathname)).headers.get(uploadedFileHeader) ?? undefined,
      { what: 'the other node to finish it' },
    );
    await writer.close();
    const { status, headers } = await sending;
    expect([status, headers.get(uploadedFileHeader)]).toEqual([204, finished]);
  });

  test('a late end of bytes with a checksum cuts nothing of what the other node finished meanwhile', async () => {
    const { one, other } = await startTwoNodes();
    const ada = await signUp(one);
    const elsewhere = personAt(other, ada);
    const body = bytes(9 * 1024 ** 2, 'finished elsewhere');
    const place = await tus(ada).place({ name: 'late.bin', length: body.length });
    const { pathname } = new URL(place, one.baseUrl);
    const { writable, readable } = new TransformStream<Uint8Array>();
    const writer = writable.getWriter();
    const checksum = `sha256 ${createHash('sha256').update(body).digest('base64')}`;
    const sending = tus(ada).send(pathname, 0, readable, { 'upload-checksum': checksum });
    await writer.write(body.subarray(0, 100));
    await waitFor(async () => (await isUnchecked(one)) || undefined, { what: 'the first node to have begun' });
    expect(await tus(elsewhere).offset(pathname)).toBe(0);
    expect((await tus(elsewhere).send(pathname, 0, body)).status).toBe(204);
    await writer.close();
    expect((await sending).status).toBeGreaterThanOrEqual(400);
    const { files } = await ada.api.folders.children({ id: 'root' });
    const response = await elsewhere.fetch(files[0]?.url ?? '');
    expect(sha256(await response.arrayBuffer())).toBe(sha256(body));
  });

  test('take the chunks of one upload in turn, and both have the file', async () => {
    const { one, other } = await startTwoNodes();
    const ada = await signUp(one);
    const elsewhere = personAt(other, ada);
    const body = bytes(20_000_000, 'two nodes');
    const place = await tus(ada).place({ name: 'shared.bin', length: body.length });
    const { pathname } = new URL(place, one.baseUrl);
    let offset = 0;
    for (let i = 0; offset < body.length; i += 1) {
      const end = Math.min(body.length, offset + 3_500_000);
      const sent = await tus(i % 2 ? ada : elsewhere).send(pathname, offset, body.subarray(offset, end));
      expect([sent.status, sent.headers.get('upload-offset')]).toEqual([204, String(end)]);
      offset = end;
    }
    const { files } = await ada.api.folders.children({ id: 'root' });
    const response = await elsewhere.fetch(files[0]?.url ?? '');
    expect(sha256(await response.arrayBuffer())).toBe(sha256(body));
  });
});

/** Whether an upload has bytes whose checksum is not compared yet. */
async function isUnchecked(server: Parameters<typeof query>[0]): Promise<boolean> {
  const rows = await query(server, 'select id from uploads where unchecked_from is not null');
  return rows.length > 0;
}
