import { beforeAll, describe, expect, test } from 'vitest';
import { startUpload } from '#client/storage/upload.ts';
import { signUp, visit } from '#tests/support/client/build-account.ts';
import { programOf, programWith } from '#tests/support/client/program.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { type SharedServer, sharedServer } from '#tests/support/server/shared-server.ts';
import { startServer } from '#tests/support/server/start-server.ts';

describe('app passwords', () => {
  let server: SharedServer;
  beforeAll(async () => {
    server = await sharedServer();
  });

  test('are made, listed and revoked; the token is returned once', async () => {
    const ada = await signUp(server);
    expect(await ada.api.appPasswords.list()).toEqual([]);
    const made = await ada.api.appPasswords.create({ name: '  Backup of the laptop ' });
    expect(made.token).toMatch(/^keep_[\w-]{43}$/);
    const { token, ...told } = made;
    expect(told).toMatchObject({ name: 'Backup of the laptop', lastUsedAt: null });
    expect(await ada.api.appPasswords.list()).toEqual([told]);
    await ada.api.appPasswords.revoke({ id: made.id });
    expect(await ada.api.appPasswords.list()).toEqual([]);
    await expect(ada.api.appPasswords.revoke({ id: made.id })).rejects.toMatchObject({
      code: 'app-password-not-found',
      status: 404,
    });
    expect((await programWith(token, server).fetch('/api/folders/root')).status).toBe(401);
  });

  test.each(['read', 'write'] as const)('a program that may %s revokes its own, and no other', async (access) => {
    const ada = await signUp(server);
    const folder = await ada.api.folders.create({ name: 'Backups', parentId: null });
    const other = await ada.api.appPasswords.create({ name: 'other' });
    const own = await ada.api.appPasswords.create({ name: 'own', access, folderId: folder.id });
    const program = programWith(own.token, server);
    await expect(program.api.appPasswords.revoke({ id: other.id })).rejects.toMatchObject({ code: 'session-needed' });
    await program.api.appPasswords.revoke({ id: own.id });
    expect(await ada.api.appPasswords.list()).toMatchObject([{ id: other.id }]);
    expect((await program.fetch('/api/folders/root')).status).toBe(401);
    const { events } = await ada.api.account.events({});
    expect(events[0]).toMatchObject({ kind: 'app-password-revoked' });
  });

  test.each(['', '   ', 'x'.repeat(101), 'a\0b', '\ud800'])('the name %j is refused', async (name) => {
    const ada = await signUp(server);
    await expect(ada.api.appPasswords.create({ name })).rejects.toMatchObject({ code: 'invalid-input' });
  });

  test('are accepted by every handler, for reading and writing', async () => {
    const ada = await signUp(server);
    const program = await programOf(ada);
    const folder = await program.api.folders.create({ name: 'Backups', parentId: null });
    expect(folder.userId).toBe(ada.uid);
    const body = bytes(300_000);
    const task = startUpload(program.server, { name: 'a.bin', body: Buffer.from(body), folderId: folder.id });
    const { file } = await ada.api.entries.get({ id: await task.done });
    const content = await program.fetch(file?.url ?? '');
    expect(Buffer.from(await content.arrayBuffer())).toEqual(Buffer.from(body));
    expect((await program.fetch(`/preview/${file?.id}/${file?.url.split('/')[3]}`)).status).toBe(404);
    const live = await program.fetch('/api/live');
    expect(live.status).toBe(200);
    await live.body?.cancel();
  });

  test('a wrong token is nobody, also beside a session', async () => {
    const ada = await signUp(server);
    for (const authorization of ['Bearer nonsense', 'bearer', 'BEARER keep_x', `Bearer ${'x'.repeat(4000)}`]) {
      const answer = await ada.fetch('/api/folders/root', { headers: { authorization } });
      expect([authorization, answer.status, answer.headers.get('www-authenticate')]).toEqual([
        authorization,
        401,
        'Bearer',
      ]);
      expect(await answer.json()).toMatchObject({ code: 'unauthenticated' });
    }
    expect((await ada.fetch('/api/folders/root', { headers: { authorization: 'Basic eDp5' } })).status).toBe(200);
  });

  test('are their owner’s alone', async () => {
    const [ada, bob] = [await signUp(server), await signUp(server)];
    const program = await programOf(ada);
    expect(await bob.api.appPasswords.list()).toEqual([]);
    await expect(bob.api.appPasswords.revoke({ id: program.id })).rejects.toMatchObject({
      code: 'app-password-not-found',
    });
    const file = await uploadFile(bob, { name: 'of-bob.bin', body: bytes(10) });
    expect((await program.fetch(file.url)).status).toBe(404);
    expect((await program.fetch('/api/folders/root')).status).toBe(200);
  });

  test('tell when they were used last', async () => {
    const ada = await signUp(server);
    const program = await programOf(ada);
    const before = Date.now();
    await program.api.folders.get({ id: 'root' });
    const used = async () => (await ada.api.appPasswords.list()).find(({ lastUsedAt }) => lastUsedAt !== null);
    const first = await waitFor(used, { what: 'the use to be noted' });
    expect(first.lastUsedAt).toBeGreaterThanOrEqual(before);
    await program.api.folders.get({ id: 'root' });
    expect(await ada.api.appPasswords.list()).toEqual([first]);
  });

  test('with a token no Origin is needed, but a foreign one is refused', async () => {
    const ada = await signUp(server);
    const program = await programOf(ada);
    const headers = { 'content-type': 'application/json', cookie: ada.cookie };
    const body = JSON.stringify({ name: 'Made beside a cookie', parentId: null });
    const answer = await program.fetch('/api/folders', { method: 'POST', headers, body });
    expect(answer.status).toBe(201);
    const foreign = { ...headers, origin: 'https://evil.example' };
    expect((await program.fetch('/api/folders', { method: 'POST', headers: foreign, body })).status).toBe(403);
  });
});

describe('an app-check key', () => {
  test('is asked of programs, not of people', async () => {
    const key = 'a-key-of-the-operator';
    const server = await startServer({ env: { APP_CHECK_KEY: key } });
    const ada = await signUp(server);
    const { token } = await programOf(ada);
    for (const headers of [{}, { 'keepsake-app-check': 'wrong' }, { 'keepsake-app-check': `${key}x` }]) {
      const answer = await programWith(token, server, headers as Record<string, string>).fetch('/api/folders/root');
      expect([answer.status, (await answer.json()).code]).toEqual([401, 'unauthorized-app']);
    }
    const known = programWith(token, server, { 'keepsake-app-check': key });
    expect((await known.fetch('/api/folders/root')).status).toBe(200);
    expect((await visit(server).fetch('/api/folders/root')).status).toBe(401);
  });
});
