import { expect, test } from 'vitest';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { openRawConnection, requestHead } from '#tests/support/client/raw-connection.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { query } from '#tests/support/database/query.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { sharedServer } from '#tests/support/server/shared-server.ts';

const json = { 'content-type': 'application/json' };
const picture = { 'content-type': 'image/png' };

test.each([
  ['POST', () => '/api/folders', json, '{"name":"Late","parentId":null}'],
  ['DELETE', ({ id }: { id: string }) => `/api/entries/${id}`, json, '{}'],
  ['POST', () => '/api/account/address', json, '{"email":"thief@example.org"}'],
  ['PATCH', () => '/api/objects/kept.txt', json, '{"customMetadata":{"a":"b"}}'],
  ['PUT', () => '/api/account/picture', picture, 'no picture'],
] as const)('%s: what a body ends after its session did is not done', async (method, pathOf, headers, body) => {
  const server = await sharedServer();
  const ada = await signUp(server);
  const file = await uploadFile(ada, { name: 'kept.txt', body: bytes(10) });
  const late = await begin(ada, method, pathOf(file), { ...headers, 'content-length': String(body.length) });
  late.write(body.slice(0, -1));
  // Long enough for the session to be looked up.
  await ada.api.folders.children({ id: 'root' });
  await query(server, `delete from session where "userId" = '${ada.uid}'`);
  await waitFor(async () => (await ada.fetch('/api/folders/root/children')).status === 401, {
    what: 'the end of the session',
  });
  late.write(body.slice(-1));
  await waitFor(async () => late.answer().status > 0, { what: 'an answer' });
  expect(late.answer().status).toBe(401);
  late.end();
  const rows = await query(server, `select name from entries where account = '${ada.uid}' and trashed_at is null`);
  expect(rows).toEqual([{ name: 'kept.txt' }]);

  async function begin(person: Person, ...[verb, path, fields]: [string, string, Record<string, string>]) {
    const connection = await openRawConnection(server);
    const { host } = new URL(server.baseUrl);
    const own = { host, origin: server.baseUrl, cookie: person.cookie, 'x-forwarded-for': person.address };
    connection.write(requestHead(`${verb} ${path}`, { ...own, ...fields }));
    return connection;
  }
});
