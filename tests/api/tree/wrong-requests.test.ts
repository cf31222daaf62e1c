/** Requests of programs whose writer sees from the answer what to mend. */
import { beforeAll, expect, test } from 'vitest';
import { maxTime } from '#contract/records/entries.ts';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { query } from '#tests/support/database/query.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { type SharedServer, sharedServer } from '#tests/support/server/shared-server.ts';

let server: SharedServer;
let ada: Person;
beforeAll(async () => {
  server = await sharedServer();
  ada = await signUp(server);
});

const folder = JSON.stringify({ name: 'Box', parentId: null });

test.each<[string, RequestInit]>([
  ['without a type', { body: new Blob([folder]) }],
  ['as a form', { body: folder, headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
  ['as text', { body: folder, headers: { 'content-type': 'text/plain' } }],
])('a call that is sent %s is told that it has to be JSON', async (_, init) => {
  const response = await ada.fetch('/api/folders', { method: 'POST', ...init });
  const { code, data } = (await response.json()) as { code: string; data: { issues: { path: string }[] } };
  expect([response.status, code, data.issues[0]?.path]).toEqual([400, 'invalid-input', 'Content-Type']);
});

test.each([
  [
    '/api/folders',
    'POST',
    Buffer.concat([Buffer.from('{"parentId":null,"name":"'), Buffer.of(0xff), Buffer.from('"}')]),
  ],
  ['/api/auth/sign-in/email', 'POST', Buffer.of(0x22, 0xff, 0x22)],
])('JSON that is not UTF-8 is refused at %s', async (path, method, body) => {
  const headers = { 'content-type': 'application/json', origin: server.baseUrl };
  const response = await ada.fetch(path, { method, body, headers });
  expect(response.status).toBe(400);
  expect((await ada.api.folders.children({ id: 'root' })).folders).toEqual([]);
});

test.each([
  ['/api/folders/root', 'PUT', 'GET, HEAD, PATCH'],
  ['/api/search', 'DELETE', 'GET, HEAD'],
  ['/api/live', 'POST', 'GET, HEAD'],
])('%s tells a %s what it takes', async (path, method) => {
  const response = await ada.fetch(path, { method });
  const allowed = response.headers.get('allow')?.split(', ') ?? [];
  expect([response.status, (await response.json()).code]).toEqual([405, 'method-not-allowed']);
  expect(allowed).toContain('GET');
  expect(allowed).not.toContain(method);
});

test('a time that no Date has is refused, and one from before takes nothing from what is downloaded', async () => {
  const body = bytes(9, 'future');
  const { id } = await uploadFile(ada, { name: 'known.bin', body });
  const link = (modifiedAt: number) =>
    ada.api.files.reuse({ name: 'future.bin', folderId: null, size: 9, sha256: sha256(body), modifiedAt });
  await expect(link(Number.MAX_SAFE_INTEGER)).rejects.toMatchObject({ code: 'invalid-input' });
  await expect(
    ada.api.appPasswords.create({ name: 'for ever', expiresAt: Number.MAX_SAFE_INTEGER }),
  ).rejects.toMatchObject({ code: 'invalid-input' });
  await link(maxTime);
  await query(server, `update entries set modified_at = ${Number.MAX_SAFE_INTEGER} where id = '${id}'`);
  expect((await ada.api.account.archive({})).size).toBeGreaterThan(18);
  expect((await ada.api.entries.get({ id })).file?.modifiedAt).toBe(maxTime);
});
