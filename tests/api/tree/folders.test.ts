import { beforeAll, describe, expect, test } from 'vitest';
import { maxNameBytes } from '#contract/limits.ts';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { type SharedServer, sharedServer } from '#tests/support/server/shared-server.ts';

describe('folders', () => {
  let server: SharedServer;
  let ada: Person;
  let bob: Person;
  beforeAll(async () => {
    server = await sharedServer();
    [ada, bob] = await Promise.all([signUp(server), signUp(server)]);
  });

  test('a new folder has the record of the specification', async () => {
    const before = Date.now();
    const family = await ada.api.folders.create({ name: 'Family', parentId: null });
    expect(family).toMatchObject({ name: 'Family', parentId: null, userId: ada.uid, path: [] });
    expect(family.createdAt).toBeGreaterThanOrEqual(before);
    const { operationId, ...summer } = await ada.api.folders.create({ name: 'Summer', parentId: family.id });
    expect(operationId).not.toBeNull();
    expect(summer).toMatchObject({ parentId: family.id, path: [{ id: family.id, name: 'Family' }] });
    expect(await ada.api.folders.get({ id: summer.id })).toEqual(summer);
  });

  test('Root is virtual', async () => {
    expect(await ada.api.folders.get({ id: 'root' })).toMatchObject({
      id: null,
      name: 'Root',
      parentId: null,
      userId: ada.uid,
      path: [],
    });
  });

  test('nesting has no end, and the path tells every folder on the way', async () => {
    let parentId: string | null = null;
    const names = Array.from({ length: 60 }, (_, i) => `level ${i}`);
    for (const name of names) parentId = (await ada.api.folders.create({ name, parentId })).id;
    const page = await ada.api.folders.children({ id: parentId ?? 'root' });
    expect(page.path.map((folder) => folder.name)).toEqual(names);
    expect(page.folder.path).toHaveLength(59);
  });

  test('children come in the order of creation, page by page', async () => {
    const parent = await ada.api.folders.create({ name: 'Paged', parentId: null });
    const names = ['zebra', 'apple', 'Mango', 'banana', 'Örn'];
    for (const name of names) await ada.api.folders.create({ name, parentId: parent.id });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await ada.api.folders.children({ id: parent.id, limit: 2, ...(cursor ? { cursor } : {}) });
      seen.push(...page.folders.map((folder) => folder.name));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(names);
  });

  test('a name is taken once per folder, whatever its Unicode form; another case is another name', async () => {
    const parent = await ada.api.folders.create({ name: 'Names', parentId: null });
    await ada.api.folders.create({ name: 'Café', parentId: parent.id });
    for (const name of ['Café', 'Cafe\u0301']) {
      await expect(ada.api.folders.create({ name, parentId: parent.id })).rejects.toMatchObject({
        code: 'name-taken',
        status: 409,
      });
    }
    for (const name of ['café', 'CAFE\u0301', 'Ｃａｆé'])
      await expect(ada.api.folders.create({ name, parentId: parent.id })).resolves.toMatchObject({ name });
    await ada.api.folders.create({ name: 'Café', parentId: null });
    await bob.api.folders.create({ name: 'Café', parentId: null });
  });

  test('of twenty at once with one name exactly one is made', async () => {
    const attempts = Array.from({ length: 20 }, () => ada.api.folders.create({ name: 'Race', parentId: null }));
    const results = await Promise.allSettled(attempts);
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
  });

  test.each([
    ['', 'name-empty'],
    ['   ', 'name-empty'],
    ['.', 'name-reserved'],
    ['..', 'name-reserved'],
    ['a/b', 'name-has-slash'],
    ['a\0b', 'name-has-nul'],
    ['\ud800', 'name-not-text'],
    ['x'.repeat(maxNameBytes + 1), 'name-too-long'],
    ['é'.repeat(128), 'name-too-long'],
  ])('the name %j is refused as %s', async (name, code) => {
    await expect(ada.api.folders.create({ name, parentId: null })).rejects.toMatchObject({ code, status: 400 });
  });

  test.each([
    ['x'.repeat(maxNameBytes)],
    [`${'é'.repeat(127)}!`],
    ['.hidden'],
    ['…'],
    ['a\nb'],
    ['CON'],
    ['🏖️ beach'],
    ['שלום'],
    ['a\\b'],
  ])('the name %j is stored as it is', async (name) => {
    const folder = await ada.api.folders.create({ name, parentId: null });
    expect(folder.name).toBe(name);
  });

  test('a foreign folder and an absent one are answered alike', async () => {
    const { operationId: _, ...foreign } = await bob.api.folders.create({ name: 'Private', parentId: null });
    const absent = foreign.id.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'));
    for (const path of ['', '/children']) {
      const answers = await Promise.all([foreign.id, absent].map((id) => ada.fetch(`/api/folders/${id}${path}`)));
      expect(answers.map((answer) => answer.status)).toEqual([404, 404]);
      const [first, second] = await Promise.all(answers.map((answer) => answer.json()));
      expect(first).toEqual(second);
      expect(first.code).toBe('folder-not-found');
    }
    for (const parentId of [foreign.id, absent]) {
      await expect(ada.api.folders.create({ name: 'x', parentId })).rejects.toMatchObject({
        code: 'folder-not-found',
        status: 404,
      });
    }
    for (const id of [foreign.id, absent]) {
      for (const call of [
        () => ada.api.entries.get({ id }),
        () => ada.api.entries.update({ id, name: 'mine' }),
        () => ada.api.entries.remove({ id }),
      ]) {
        await expect(call()).rejects.toMatchObject({ code: 'entry-not-found', status: 404 });
      }
    }
    expect(await bob.api.folders.get({ id: foreign.id })).toEqual(foreign);
  });

  test('rename and move', async () => {
    const [from, to] = await Promise.all(
      ['From', 'To'].map((name) => ada.api.folders.create({ name, parentId: null })),
    );
    const inside = await ada.api.folders.create({ name: 'Inside', parentId: from?.id ?? null });
    await ada.api.entries.update({ id: inside.id, name: 'INSIDE' });
    const moved = await ada.api.entries.update({ id: inside.id, parentId: to?.id ?? null });
    expect(moved.folder).toMatchObject({ name: 'INSIDE', parentId: to?.id, path: [{ name: 'To' }] });
    expect((await ada.api.folders.children({ id: from?.id ?? 'root' })).folders).toEqual([]);
    await expect(ada.api.entries.update({ id: to?.id ?? '', parentId: inside.id })).rejects.toMatchObject({
      code: 'move-into-itself',
      status: 409,
    });
    await expect(ada.api.entries.update({ id: to?.id ?? '', parentId: to?.id ?? '' })).rejects.toMatchObject({
      code: 'move-into-itself',
    });
  });

  test('what is in Trash is not there, with all it holds, and its name is free', async () => {
    const outer = await ada.api.folders.create({ name: 'Outer', parentId: null });
    const inner = await ada.api.folders.create({ name: 'Inner', parentId: outer.id });
    await ada.api.entries.remove({ id: outer.id });
    for (const id of [outer.id, inner.id])
      await expect(ada.api.folders.get({ id })).rejects.toMatchObject({ code: 'folder-not-found' });
    await expect(ada.api.folders.create({ name: 'x', parentId: inner.id })).rejects.toMatchObject({
      code: 'folder-not-found',
    });
    await ada.api.folders.create({ name: 'Outer', parentId: null });
  });

  test.each([
    ['POST', '/api/folders', '{"name":', 400, 'invalid-json'],
    ['POST', '/api/folders', '{}', 400, 'invalid-input'],
    ['POST', '/api/folders', '{"name":"a","parentId":null,"owner":"b"}', 400, 'invalid-input'],
    ['POST', '/api/folders', '{"name":"a","parentId":"12"}', 400, 'invalid-input'],
    ['POST', '/api/folders', '{"name":7,"parentId":null}', 400, 'invalid-input'],
    ['POST', '/api/folders', `{"name":"${'x'.repeat(300_000)}","parentId":null}`, 413, 'body-too-large'],
    ['GET', '/api/folders/12', undefined, 400, 'invalid-input'],
    ['GET', '/api/folders/%00', undefined, 400, 'invalid-input'],
    ['GET', '/api/folders/root/children?limit=0', undefined, 400, 'invalid-input'],
    ['GET', '/api/folders/root/children?limit=1001', undefined, 400, 'invalid-input'],
    ['GET', '/api/folders/root/children?cursor=garbage', undefined, 400, 'invalid-input'],
    ['GET', '/api/folders/root/children?colour=red', undefined, 400, 'invalid-input'],
    ['PATCH', '/api/entries/root', '{"name":"x"}', 400, 'invalid-input'],
    ['GET', '/api/nothing-here', undefined, 404, 'not-found'],
    ['DELETE', '/api/folders', undefined, 405, 'method-not-allowed'],
  ])('%s %s is answered with its code', async (method, path, body, status, code) => {
    const response = await ada.fetch(path, {
      method,
      body: body ?? null,
      headers: { 'content-type': 'application/json' },
    });
    expect([response.status, (await response.json()).code]).toEqual([status, code]);
  });

  test('an error never repeats what was sent', async () => {
    const response = await ada.fetch('/api/folders', {
      method: 'POST',
      body: JSON.stringify({ name: 'a', parentId: 'a-secret-value' }),
      headers: { 'content-type': 'application/json' },
    });
    expect(await response.text()).not.toContain('a-secret-value');
  });
});
