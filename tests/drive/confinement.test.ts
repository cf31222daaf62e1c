/**
 * A scope below Root reaches nothing outside of it, through any function of the drive. The functions are read off the
 * drive itself: one that nobody wrote a call for fails here.
 */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { beforeAll, describe, expect, test } from 'vitest';
import { readRows } from '#server/database/rows.ts';
import { ownScope, type Scope } from '#server/drive/access/scope.ts';
import type { Drive } from '#server/drive/create-drive.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { declaredTables, presentIn } from '#server/maintenance/declared-tables.ts';
import { calls } from './calls.ts';
import { openDrive } from './open-drive.ts';
import { content, makeOutside } from './outside.ts';

/** Not confined by a scope: `access` creates scopes, the others work for all accounts. */
const besideScope = ['access', 'transactions', 'fillIndex', 'handOver', 'pruneChanges', 'thinVersions', 'unpack'];

/** Not about what a scope holds: they take none, or tell no more than that something happened. */
const withoutScope = [
  'feed.wake',
  'feed.announce',
  'archives.prune',
  'accountArchives.prune',
  'unpackings.prune',
  'uploads.newId',
  'uploads.isBusy',
  'downloadTokens.open',
  'downloadTokens.prune',
];
const tellsNoEntry = ['feed.revision', 'feed.listen', 'transfers.listen', 'transfers.ended', 'transfers.moved'];

describe('a scope confined to a folder', () => {
  const all = ownScope({ kind: 'person', account: 'ada' });
  let installation: Awaited<ReturnType<typeof openDrive>>;
  let parts: Drive['ofScope'];
  let inside = '';

  beforeAll(async () => {
    installation = await openDrive();
    parts = installation.drive.ofScope;
    inside = (await parts.treeEdit.createFolder(all, { name: 'inside', parentId: null })).id;
  });

  test('every function of the drive has its call here', () => {
    expect(Object.keys(installation.drive).toSorted()).toEqual([...besideScope, 'ofScope'].toSorted());
    const named = [...Object.keys(calls), ...withoutScope, ...tellsNoEntry];
    expect(functionsOf(parts).toSorted()).toEqual(named.toSorted());
  });

  test.each(Object.entries(calls))('%s reaches nothing outside of it', async (name, call) => {
    const scope = ownScope({ kind: 'program', account: 'ada', entryId: inside });
    const outside = await makeOutside(parts, all, installation);
    const before = await everything();
    const found = await outcomeOf(() => call(parts, scope, outside));
    expect(await everything()).toEqual(before);
    for (const secret of outside.secrets) expect(found).not.toContain(secret);

    // The same call of who owns everything does reach it, or the call above would prove nothing.
    const reached = await outcomeOf(() => call(parts, all, outside));
    const isReached = (await everything()) !== before || outside.secrets.some((secret) => reached.includes(secret));
    expect(isReached || reached !== found, `${name}: ${found} / ${reached}`).toBe(true);
  });

  test('nor does one that may only read write anything', async () => {
    const outside = await makeOutside(parts, all, installation);
    const reader = ownScope({ kind: 'download-token', account: 'ada', entryId: outside.file });
    const before = await everything();
    for (const call of Object.values(calls)) await outcomeOf(() => call(parts, reader, outside));
    expect(await everything()).toEqual(before);
  });

  test('nor do uploads that arrive together with those of who may do more', async () => {
    const outside = await makeOutside(parts, all, installation);
    const reader = ownScope({ kind: 'program', account: 'ada', access: 'read' });
    const confined = ownScope({ kind: 'program', account: 'ada', entryId: inside });
    const upload = () => ({ name: randomUUID(), folderId: outside.folder, length: 3, metadata: {} });
    const ways = [
      (scope: Scope) => parts.uploads.begin(scope, randomUUID(), upload()),
      (scope: Scope) =>
        parts.uploads.commitSingleRequest(scope, randomUUID(), { upload: upload(), bytes: Buffer.from('abc') }),
    ];
    for (const way of ways) {
      for (const scopes of [
        [all, reader, confined],
        [confined, reader, all],
      ]) {
        const codes = await Promise.all(scopes.map((scope) => outcomeOf(() => way(scope).then(() => 'done'))));
        const byScope = new Map(scopes.map((scope, i) => [scope, codes[i]]));
        expect([all, reader, confined].map((scope) => byScope.get(scope))).toEqual([
          '"done"',
          'not-allowed',
          'folder-not-found',
        ]);
      }
    }
  });

  test.each([100, 20_000])('nor does storing %d bytes tell whether they are there already', async (length) => {
    const { scope } = await newConfined();
    const { uploads } = parts;
    const upload = { name: 'same.bin', folderId: null, length, metadata: {} };
    const there = Buffer.alloc(length, randomUUID());
    await uploads.commitSingleRequest(all, uploads.newId(), { upload, bytes: there });
    for (const bytes of [there, Buffer.alloc(length, randomUUID())]) {
      const told = [await uploads.commitSingleRequest(scope, uploads.newId(), { upload, bytes })];
      const id = uploads.newId();
      await uploads.begin(scope, id, upload);
      const { stored } = await uploads.append(scope, id, 0, Readable.from([bytes]));
      if (stored !== undefined) told.push(stored);
      expect(told).toHaveLength(2);
      for (const one of told) expect(Object.keys(one).toSorted()).toEqual(['fileId', 'operationId']);
    }
  });

  test('nor is a word corrected by those of what lies outside of it', async () => {
    const { id, scope } = await newConfined();
    await parts.treeEdit.createFolder(all, { name: 'Holidays', parentId: id });
    const found = () => parts.search(scope, { q: 'holidaes', limit: 10 });
    const before = await found();
    await parts.treeEdit.createFolder(all, { name: 'Holidaes', parentId: null });
    expect(await found()).toEqual(before);
    expect((await parts.search(all, { q: 'holidais', limit: 10 })).hits).toHaveLength(2);
  });

  test('nor does a cursor tell what was looked at between two hits', async () => {
    const { id, scope } = await newConfined();
    await makeOutside(parts, all, installation);
    const { db } = installation;
    const entries = await db.selectFrom('entries').select('id').where('id', '!=', id).execute();
    for (const length of [content().length - 1, content().length + 1])
      await parts.uploads.commitSingleRequest(all, parts.uploads.newId(), {
        upload: { name: `${length}`, folderId: id, length, metadata: {} },
        bytes: Buffer.alloc(length),
      });
    const sizes = [];
    for (let cursor: string | undefined; sizes.length < 2; ) {
      const page = await parts.views(scope, { view: 'largest', cursor, limit: 1 });
      sizes.push(page.hits[0]?.entry.file?.size);
      cursor = page.nextCursor ?? undefined;
      const read = Buffer.from(cursor ?? '', 'base64url').toString();
      for (const other of entries) expect(read).not.toContain(other.id);
    }
    expect(sizes).toEqual([content().length + 1, content().length - 1]);
  });

  test('nor does what is in it come back while it is in Trash itself', async () => {
    const { id: top, scope } = await newConfined();
    const { id } = await parts.treeEdit.createFolder(all, { name: 'below', parentId: top });
    await parts.treeEdit.trashEntry(all, id);
    await parts.treeEdit.trashEntry(all, top);
    for (const trashed of [id, top])
      await expect(parts.batch(scope, [{ do: 'restore', id: trashed }])).rejects.toMatchObject({
        code: 'not-in-trash',
      });
    await parts.treeEdit.restoreEntry(all, top);
    await expect(parts.treeEdit.restoreEntry(scope, id)).resolves.toMatchObject({ folder: { parentId: top } });
  });

  /** A new folder, and a scope that is confined to it. */
  async function newConfined() {
    const { id } = await parts.treeEdit.createFolder(all, { name: randomUUID(), parentId: null });
    return { id, scope: ownScope({ kind: 'program', account: 'ada', entryId: id }) };
  }

  /** All rows of all tables, as text. */
  async function everything(): Promise<string> {
    const { db } = installation;
    const rows: [string, unknown[]][] = [];
    for (const table of await presentIn(db, declaredTables))
      for await (const some of readRows(db, table)) rows.push([table.name, some]);
    return JSON.stringify(rows);
  }
});

/** The names of all functions of the parts; a part may be a function itself. */
function functionsOf(parts: Drive['ofScope']): string[] {
  return Object.entries(parts).flatMap(([name, part]) => {
    if (typeof part === 'function') return [name];
    const members = Object.entries(part).filter(([, member]) => typeof member === 'function');
    return members.map(([member]) => `${name}.${member}`);
  });
}

/** What a call gave, or threw, as text. */
async function outcomeOf(call: () => unknown): Promise<string> {
  try {
    return JSON.stringify(await call()) ?? 'nothing';
  } catch (error) {
    return error instanceof KeepsakeError ? error.code : `failed: ${String(error)}`;
  }
}
