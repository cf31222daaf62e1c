import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { startUpload } from '#client/storage/upload.ts';
import { maxAuthBytes, maxHeadBytes, maxJsonBytes, maxMetadataBytes, maxOpenUploads } from '#contract/limits.ts';
import { type Person, signUp, visit } from '#tests/support/client/build-account.ts';
import { openRawConnection, requestHead } from '#tests/support/client/raw-connection.ts';
import { tus } from '#tests/support/client/tus.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { query } from '#tests/support/database/query.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { type SharedServer, sharedServer } from '#tests/support/server/shared-server.ts';

let server: SharedServer;
beforeAll(async () => {
  server = await sharedServer();
});

describe('the head of a request', () => {
  /** What counts is the address, the names and the values. */
  const withHead = async (size: number, grown: 'url' | 'header') => {
    const fixed = { host: 'localhost', connection: 'close', 'x-long': '' };
    const used =
      '/healthz?'.length + Object.entries(fixed).reduce((sum, [name, value]) => sum + name.length + value.length, 0);
    const filling = 'x'.repeat(size - used);
    const connection = await openRawConnection(server);
    connection.write(
      requestHead(`GET /healthz?${grown === 'url' ? filling : ''}`, {
        ...fixed,
        ...(grown === 'header' ? { 'x-long': filling } : {}),
      }),
    );
    await connection.closed;
    return connection.answer();
  };

  test('may be as large as the limit', async () => {
    expect((await withHead(maxHeadBytes - 1, 'header')).status).toBe(200);
    expect((await withHead(maxHeadBytes - 1, 'url')).status).toBe(200);
  });

  test.each([
    ['header', 431, 'headers-too-large'],
    ['url', 414, 'url-too-long'],
  ] as const)('is refused with a larger %s', async (grown, status, code) => {
    for (const size of [maxHeadBytes + 100, maxHeadBytes * 8]) {
      const answer = await withHead(size, grown);
      expect([answer.status, answer.json().code]).toEqual([status, code]);
      expect(answer.head).toContain('x-content-type-options: nosniff');
    }
  });

  test('has to be HTTP', async () => {
    const connection = await openRawConnection(server);
    connection.write('HELLO\r\n\r\n');
    await connection.closed;
    expect([connection.answer().status, connection.answer().json().code]).toEqual([400, 'malformed-request']);
  });
});

describe('a request without Host', () => {
  const answerTo = async (head: string) => {
    const connection = await openRawConnection(server);
    connection.write(`${head}\r\nconnection: close\r\n\r\n`);
    await connection.closed;
    return connection.answer();
  };

  test.each(['GET /healthz HTTP/1.0', 'HEAD /readyz HTTP/1.0', 'OPTIONS / HTTP/1.0', 'GET /readyz HTTP/1.1'])(
    'is answered when it is a health check: %s',
    async (line) => {
      // Unready it may be for a moment, when a check takes long.
      await waitFor(async () => (await answerTo(line)).status === 200, { what: 'an answer that it is well' });
    },
  );

  test.each(['GET / HTTP/1.0', 'GET /api/folders/root HTTP/1.1', 'GET /healthz HTTP/1.1\r\nhost: a b'])(
    'or with one that cannot be used is refused otherwise: %s',
    async (head) => {
      const answer = await answerTo(head);
      expect([answer.status, answer.json().code]).toEqual([400, 'malformed-request']);
      expect(answer.head).toContain('x-content-type-options: nosniff');
    },
  );
});

describe('a body', () => {
  test.each([
    ['POST', '/api/folders', maxJsonBytes],
    ['POST', '/api/auth/sign-in/email', maxAuthBytes],
    ['PATCH', '/api/objects/stored.txt', maxMetadataBytes],
  ])('%s %s takes %i bytes and no more', async (method, path, limit) => {
    const person = await signUp(server);
    await uploadFile(person, { name: 'stored.txt', body: bytes(10) });
    const send = (size: number, isChunked: boolean) => {
      const body = '{}'.padEnd(size);
      return person.fetch(path, {
        method,
        headers: { 'content-type': 'application/json' },
        body: isChunked ? new Blob([body]).stream() : body,
        duplex: 'half',
      } as RequestInit);
    };
    for (const isChunked of [false, true]) {
      expect((await send(limit, isChunked)).status).not.toBe(413);
      const refused = await send(limit + 1, isChunked);
      expect([refused.status, (await refused.json()).code]).toEqual([413, 'body-too-large']);
    }
  });
});

describe('uploads', () => {
  test('under way can be as many as the limit', async () => {
    const person = await signUp(server);
    const first = await tus(person).place({ name: 'first.bin', length: 10 });
    await seedUploads(person, maxOpenUploads - 2);
    await tus(person).place({ name: 'last.bin', length: 10 });
    const refused = await tus(person).begin({ name: 'more.bin', length: 10 });
    expect([refused.status, (await refused.json()).code]).toEqual([429, 'too-many-uploads']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    // Others are not concerned.
    await tus(await signUp(server)).place({ name: 'other.bin', length: 10 });

    await tus(person).giveUp(first);
    await tus(person).place({ name: 'more.bin', length: 10 });
  });

  test('beyond it wait in the client until others are done', async () => {
    const person = await signUp(server);
    const first = await tus(person).place({ name: 'first.bin', length: 10 });
    await seedUploads(person, maxOpenUploads - 1);
    const pauses: number[] = [];
    const clock = {
      now: () => Date.now(),
      random: () => 0,
      async sleep(ms: number) {
        pauses.push(ms);
        await tus(person).giveUp(first);
      },
    };
    const body = Buffer.from(bytes(600_000));
    await startUpload(person.server, { name: 'patient.bin', body, folderId: null }, { retry: { clock } }).done;
    expect(pauses).toHaveLength(1);
    // What the server asked for, not the second that the client would wait by itself.
    expect(pauses[0]).toBeGreaterThan(5000);
  });
});

test('whoever is not signed in meets the limits as well', async () => {
  const refused = await visit(server).fetch('/api/folders', { method: 'POST', body: ' '.repeat(maxJsonBytes + 1) });
  expect(refused.status).toBe(413);
});

async function seedUploads({ uid }: Person, count: number): Promise<void> {
  const later = Date.now() + 24 * 60 * 60 * 1000;
  const rows = Array.from(
    { length: count },
    (_, i) => `('${randomUUID()}', '${uid}', '${i}', 0, 'text/plain', '{}', 0, ${later})`,
  );
  await query(
    server,
    `insert into uploads (id, account, name, length, content_type, metadata, created_at, expires_at) values ${rows.join(',')}`,
  );
}
