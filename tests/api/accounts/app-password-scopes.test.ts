import { beforeAll, describe, expect, test } from 'vitest';
import { maxAppPasswords } from '#contract/limits.ts';
import { bucket } from '#tests/support/client/bucket.ts';
import { type Person, signUp, visit } from '#tests/support/client/build-account.ts';
import { programWith } from '#tests/support/client/program.ts';
import { tus } from '#tests/support/client/tus.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { query } from '#tests/support/database/query.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
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

/** Each call at each door, about what is inside of the folder of a confined program. */
const reads: Record<string, (program: Program, at: Place) => Promise<number>> = {
  'a folder': ({ fetch }, { folder }) => statusOf(fetch(`/api/folders/${folder}`)),
  'its children': ({ fetch }, { folder }) => statusOf(fetch(`/api/folders/${folder}/children`)),
  'the top': ({ fetch }) => statusOf(fetch('/api/folders/root/children')),
  'an entry': ({ fetch }, { file }) => statusOf(fetch(`/api/entries/${file}`)),
  'the checksums': ({ fetch }, { file }) => statusOf(fetch(`/api/files/${file}/integrity`)),
  content: ({ fetch }, { url }) => statusOf(fetch(url)),
  'the list of objects': ({ fetch }) => statusOf(fetch('/api/objects/')),
  'an object': (program, { path }) => statusOf(bucket(program).call('GET', path, { query: { alt: 'media' } })),
  'the live stream': ({ fetch }) => statusOf(fetch('/api/live')),
};

const writes: Record<string, (program: Program, at: Place) => Promise<number>> = {
  'create a folder': ({ fetch }, { folder, fresh }) =>
    statusOf(fetch('/api/folders', json('POST', { name: fresh(), parentId: folder }))),
  rename: ({ fetch }, { file, fresh }) => statusOf(fetch(`/api/entries/${file}`, json('PATCH', { name: fresh() }))),
  copy: ({ fetch }, { file, folder, fresh }) =>
    statusOf(fetch(`/api/entries/${file}/copy`, json('POST', { parentId: folder, name: fresh() }))),
  batch: ({ fetch }, { folder, fresh }) =>
    statusOf(
      fetch('/api/batch', json('POST', { operations: [{ do: 'create-folder', name: fresh(), parentId: folder }] })),
    ),
  'begin an upload': (program, { folder, fresh }) =>
    statusOf(tus(program).begin({ name: fresh(), length: 10, folderId: folder })),
  'upload in one request': (program, { folder, fresh }) =>
    statusOf(tus(program).begin({ name: fresh(), length: 10, folderId: folder, body: bytes(10) })),
  'put an object': (program, { within, fresh }) => statusOf(bucket(program).put(`${within}${fresh()}`, 'content')),
  'change its metadata': (program, { path }) => statusOf(bucket(program).patch(path, { contentLanguage: 'de' })),
  'move to Trash': async ({ fetch }, { spare }) =>
    statusOf(fetch(`/api/entries/${await spare()}`, { method: 'DELETE' })),
  'delete an object': async (program, { within, spareName }) =>
    statusOf(bucket(program).call('DELETE', `${within}${await spareName()}`)),
};

/** What no program may do. */
const never: Record<string, (program: Program, at: Place) => Promise<number>> = {
  'delete for good': async ({ fetch }, { trashed }) =>
    statusOf(fetch(`/api/trash/${await trashed()}`, { method: 'DELETE' })),
  'empty Trash': ({ fetch }) => statusOf(fetch('/api/trash', { method: 'DELETE' })),
  'list app passwords': ({ fetch }) => statusOf(fetch('/api/app-passwords')),
  'create an app password': ({ fetch }) => statusOf(fetch('/api/app-passwords', json('POST', { name: 'Another' }))),
};

const ok = expect.toSatisfy((status: number) => status >= 200 && status < 300);
const refused = expect.toSatisfy((status: number) => status === 403 || status === 404);

describe('an app password that may only read', () => {
  test.each(Object.keys(reads))('reads %s', async (door) => {
    expect(await reads[door]?.(await programFor({ access: 'read' }), place)).toEqual(ok);
  });

  test.each(Object.keys(writes))('does not %s', async (door) => {
    const before = await rows();
    expect(await writes[door]?.(await programFor({ access: 'read' }), place)).toBe(403);
    expect(await rows()).toBeGreaterThanOrEqual(before);
  });
});

describe('an app password for one folder', () => {
  const inside = (at: Place): Place => ({ ...at, path: 'file.bin', within: '' });

  test.each(Object.keys(reads))('reads %s in it', async (door) => {
    expect(await reads[door]?.(await programFor({ folderId: place.folder }), inside(place))).toEqual(ok);
  });

  test.each(Object.keys(writes))('does %s in it', async (door) => {
    expect(await writes[door]?.(await programFor({ folderId: place.folder }), inside(place))).toEqual(ok);
  });

  test.each(Object.keys({ ...reads, ...writes }).filter((door) => !/^the (top|list|live)/.test(door)))(
    'does not reach what is beside it: %s',
    async (door) => {
      const beside = await ada.api.folders.create({ name: place.fresh(), parentId: null });
      const confined = await programFor({ folderId: beside.id });
      expect(await (reads[door] ?? writes[door])?.(confined, place)).toEqual(refused);
      expect((await ada.api.folders.children({ id: beside.id })).files).toEqual([]);
    },
  );

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
  });

  test('ends when the folder is deleted for good', async () => {
    const folder = await ada.api.folders.create({ name: place.fresh(), parentId: null });
    const confined = await programFor({ folderId: folder.id });
    await ada.api.entries.remove({ id: folder.id });
    expect((await confined.fetch('/api/folders/root/children')).status).toBe(404);
    await ada.api.trash.remove({ id: folder.id });
    expect((await confined.fetch('/api/folders/root/children')).status).toBe(401);
  });

  test('needs a folder of the account', async () => {
    const bob = await signUp(server);
    const wrong = bob.api.appPasswords.create({ name: 'Thief', folderId: place.folder });
    await expect(wrong).rejects.toMatchObject({ code: 'folder-not-found' });
  });
});

test.each(Object.keys(never))('no app password may %s', async (door) => {
  for (const limits of [{}, { access: 'read' as const }, { folderId: place.folder }]) {
    const before = await rows();
    expect(await never[door]?.(await programFor(limits), place)).toBe(403);
    expect(await rows()).toBeGreaterThanOrEqual(before);
  }
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
  let count = 0;
  const fresh = () => {
    count += 1;
    return `new-${count}`;
  };
  const name = 'private name of the folder';
  const folder = await ada.api.folders.create({ name, parentId: null });
  const body = bytes(1000, 'content of a place');
  const { id, url } = await uploadFile(ada, { name: 'file.bin', body, folderId: folder.id });
  // The tests rename this one, and the path of the object has to stay.
  const renamed = await uploadFile(ada, { name: 'renamed.bin', body: bytes(100), folderId: folder.id });
  expect(sha256(await (await ada.fetch(url)).arrayBuffer())).toBe(sha256(body));
  const spareName = async () => {
    const spare = fresh();
    await uploadFile(ada, { name: spare, body: bytes(10), folderId: folder.id });
    return spare;
  };
  const spare = async () => (await uploadFile(ada, { name: fresh(), body: bytes(10), folderId: folder.id })).id;
  const trashed = async () => {
    const gone = await spare();
    await ada.api.entries.remove({ id: gone });
    return gone;
  };
  const top = `${name}/`;
  return {
    name,
    folder: folder.id,
    file: renamed.id,
    read: id,
    url,
    path: `${top}file.bin`,
    within: top,
    fresh,
    spare,
    spareName,
    trashed,
  };
}

async function programFor(limits: { access?: 'read' | 'write'; folderId?: string }): Promise<Program> {
  const { id, token } = await ada.api.appPasswords.create({ name: 'A program', ...limits });
  made.push(id);
  // The account can have only so many.
  if (made.length > 20) await ada.api.appPasswords.revoke({ id: made.shift() ?? '' });
  return programWith(token, server);
}

const made: string[] = [];

/** Entries of the account, those in Trash included. */
async function rows(): Promise<number> {
  const [row] = await query(server, `select count(*) as count from entries where account = '${ada.uid}'`);
  return Number(row?.['count']);
}

async function statusOf(answer: Promise<Response>): Promise<number> {
  const { status, body } = await answer;
  await body?.cancel();
  return status;
}

function json(method: string, body: object): RequestInit {
  return { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
