import { beforeAll, describe, expect, test } from 'vitest';
import { maxAppPasswords } from '#contract/limits.ts';
import { bucket } from '#tests/support/client/bucket.ts';
import { type Person, signUp, visit } from '#tests/support/client/build-account.ts';
import { programWith } from '#tests/support/client/program.ts';
import { tus } from '#tests/support/client/tus.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { query } from '#tests/support/database/query.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { type SharedServer, sharedServer } from '#tests/support/server/shared-server.ts';

type Program = ReturnType<typeof programWith>;
type Place = Awaited<ReturnType<typeof makePlace>>;

let server: SharedServer;
let ada: Person;
let place: Place;
beforeAll(async () => {
  server = await sharedServer();
  ada = await signUp(server);
  place = await makePlace();
});

describe('an app password for one folder', () => {
  test('sees the folder as the top', async () => {
    const confined = await programFor({ folderId: place.folder });
    const { files } = await confined.api.folders.children({ id: 'root' });
    const objects = await bucket(confined).list();
    for (const names of [files.map(({ name }) => name), objects.items.map(({ name }) => name)])
      expect(names).toContain('file.bin');
  });

  test('may also be confined to reading', async () => {
    const reader = await programFor({ folderId: place.folder, access: 'read' });
    expect((await reader.fetch(place.url)).status).toBe(200);
    expect((await reader.fetch('/api/folders', json('POST', { name: 'new', parentId: null }))).status).toBe(403);
    // Asking how far an upload is ends the request that is sending it.
    const upload = await tus(ada).place({ name: 'film.bin', length: 3, folderId: place.folder });
    const asked = { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } };
    expect((await reader.fetch(upload, asked)).status).toBe(403);
    expect((await ada.fetch(upload, asked)).status).toBe(200);
  });

  test('ends when the folder is deleted for good', async () => {
    const folder = await ada.api.folders.create({ name: 'Ends', parentId: null });
    const confined = await programFor({ folderId: folder.id });
    await ada.api.entries.remove({ id: folder.id });
    // Nothing says that it is empty, which a copy kept elsewhere would follow.
    const paths = [
      '/api/folders/root/children',
      '/api/objects',
      '/api/objects?prefix=a',
      '/api/search',
      '/api/views/recent',
    ];
    for (const path of paths) expect([path, (await confined.fetch(path)).status]).toEqual([path, 404]);
    await ada.api.trash.remove({ id: folder.id });
    expect((await confined.fetch('/api/folders/root/children')).status).toBe(401);
  });

  test('needs a folder of the account', async () => {
    const bob = await signUp(server);
    const wrong = bob.api.appPasswords.create({ name: 'Thief', folderId: place.folder });
    await expect(wrong).rejects.toMatchObject({ code: 'folder-not-found' });
  });
});

test('an app password ends at its time, with its download tokens', async () => {
  const { id, token, expiresAt } = await ada.api.appPasswords.create({
    name: 'Short',
    expiresAt: Date.now() + 10 ** 7,
  });
  const short = programWith(token, server);
  const shared = await short.api.downloadTokens.create({ fileId: place.file });
  expect((await visit(server).fetch(shared.url)).status).toBe(200);
  expect((await ada.api.appPasswords.list()).find((other) => other.id === id)).toMatchObject({ expiresAt });
  await query(server, `update app_passwords set expires_at = ${Date.now() - 1} where id = '${id}'`);
  expect((await short.fetch('/api/folders/root')).status).toBe(401);
  expect((await visit(server).fetch(shared.url)).status).toBe(404);
  const past = ada.api.appPasswords.create({ name: 'Past', expiresAt: Date.now() - 1 });
  await expect(past).rejects.toMatchObject({ code: 'invalid-input' });
});

test('an account has at most so many app passwords', async () => {
  const bob = await signUp(server);
  for (let i = 0; i < maxAppPasswords; i += 10)
    await Promise.all(Array.from({ length: 10 }, (_, j) => bob.api.appPasswords.create({ name: `Program ${i + j}` })));
  const more = { name: 'One more' };
  await expect(bob.api.appPasswords.create(more)).rejects.toMatchObject({
    code: 'too-many-app-passwords',
    status: 409,
  });
  const [first] = await bob.api.appPasswords.list();
  await bob.api.appPasswords.revoke({ id: first?.id ?? '' });
  await expect(bob.api.appPasswords.create(more)).resolves.toMatchObject(more);
});

async function makePlace() {
  const folder = await ada.api.folders.create({ name: 'private name of the folder', parentId: null });
  const { id, url } = await uploadFile(ada, { name: 'file.bin', body: bytes(1000), folderId: folder.id });
  return { folder: folder.id, file: id, url };
}

async function programFor(limits: { access?: 'read' | 'write'; folderId?: string }): Promise<Program> {
  const { token } = await ada.api.appPasswords.create({ name: 'A program', ...limits });
  return programWith(token, server);
}

function json(method: string, body: object): RequestInit {
  return { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
