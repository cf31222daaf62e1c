import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Scope } from '#server/drive/access/scope.ts';
import type { Drive } from '#server/drive/create-drive.ts';
import { content, type Outside } from './outside.ts';

type Parts = Drive['ofScope'];

/** For each function of the drive a call that is about what lies outside of a scope. */
export const calls: Record<string, (parts: Parts, scope: Scope, outside: Outside) => unknown> = {
  'feed.after': ({ feed }, scope, { revision }) => feed.after(scope, revision),
  'transfers.read': ({ transfers }, scope) => transfers.read(scope),
  'tree.folder': ({ tree }, scope, { folder }) => tree.folder(scope, folder),
  'tree.entry': ({ tree }, scope, { file }) => tree.entry(scope, file),
  'tree.children': ({ tree }, scope, { folder }) =>
    tree.children(scope, folder, { limit: 10, sort: 'created', direction: 'asc' }),
  search: ({ search }, scope, { folder }) => search(scope, { q: '', folderId: folder, limit: 10 }),
  views: ({ views }, scope) => views(scope, { view: 'recent', limit: 10 }),
  storage: ({ storage }, scope) => storage(scope),
  'treeEdit.createFolder': ({ treeEdit }, scope, { folder }) =>
    treeEdit.createFolder(scope, { name: 'intruder', parentId: folder }),
  'treeEdit.updateEntry': ({ treeEdit }, scope, { file }) => treeEdit.updateEntry(scope, file, { name: 'intruder' }),
  'treeEdit.copyEntry': ({ treeEdit }, scope, { file }) => treeEdit.copyEntry(scope, file, { parentId: null }),
  'treeEdit.trashEntry': ({ treeEdit }, scope, { file }) => treeEdit.trashEntry(scope, file),
  'treeEdit.restoreEntry': ({ treeEdit }, scope, { trashed }) => treeEdit.restoreEntry(scope, trashed),
  batch: ({ batch }, scope, { file }) => batch(scope, [{ do: 'update', id: file, name: 'intruder' }]),
  undo: ({ undo }, scope, { operation }) => undo(scope, operation),
  'versions.below': ({ versions }, scope, { folder }) => versions.below(scope, folder),
  'versions.list': ({ versions }, scope, { file }) => versions.list(scope, file, { limit: 10 }),
  'versions.restore': ({ versions }, scope, { file, earlierVersion }) => versions.restore(scope, file, earlierVersion),
  'versions.remove': ({ versions }, scope, { file, earlierVersion }) => versions.remove(scope, file, earlierVersion),
  'versions.keepBoth': ({ versions }, scope, { file }) => versions.keepBoth(scope, [{ id: file, version: 2 }]),
  'versionRule.get': ({ versionRule }, scope) => versionRule.get(scope),
  'versionRule.set': ({ versionRule }, scope) => versionRule.set(scope, 'by-age'),
  'trash.list': ({ trash }, scope) => trash.list(scope, { limit: 10 }),
  'trash.remove': ({ trash }, scope, { trashed }) => trash.remove(scope, trashed),
  'trash.empty': ({ trash }, scope) => trash.empty(scope),
  'purge.one': ({ purge }, scope, { trashed }) => purge.one(scope, trashed),
  'purge.takeBack': ({ purge }, scope, { unfinished }) => purge.takeBack(scope, unfinished),
  'purge.until': ({ purge }, scope) => purge.until(scope, Date.now()),
  'purge.all': ({ purge }, scope) => purge.all(scope, Date.now()),
  'uploads.begin': ({ uploads }, scope, { folder }) =>
    uploads.begin(scope, uploads.newId(), { name: 'intruder', folderId: folder, length: 3, metadata: {} }),
  'uploads.commitSingleRequest': ({ uploads }, scope, { folder }) =>
    uploads.commitSingleRequest(scope, uploads.newId(), {
      upload: { name: 'intruder', folderId: folder, length: 3, metadata: {} },
      bytes: Buffer.from('abc'),
    }),
  'uploads.requireWritable': ({ uploads }, scope, { upload }) => uploads.requireWritable(scope, upload),
  'uploads.append': ({ uploads }, scope, { upload }) => uploads.append(scope, upload, 0, Readable.from([content()])),
  'uploads.status': ({ uploads }, scope, { upload }) => uploads.status(scope, upload),
  'uploads.finish': ({ uploads }, scope, { finished }) => uploads.finish(scope, finished),
  'uploads.discard': ({ uploads }, scope, { upload }) => uploads.discard(scope, upload),
  'deduplicate.sizeIsStored': ({ deduplicate }, scope) => deduplicate.sizeIsStored(scope, content().length),
  'deduplicate.reuse': ({ deduplicate }, scope, { hash }) =>
    deduplicate.reuse(scope, { name: 'intruder', folderId: null, size: content().length, sha256: hash }),
  'content.open': async ({ content: reader }, scope, { file, version }) => {
    const opened = await reader.open(scope, file, version);
    try {
      return { name: opened.name, bytes: (await buffer(opened.blob.bytes())).toString() };
    } finally {
      await opened.blob.close();
    }
  },
  'content.openPreview': async ({ content: reader }, scope, { file, version }) => {
    const opened = await reader.openPreview(scope, file, { versionId: version, size: 'thumbnail' });
    await opened.blob.close();
    return opened.name;
  },
  'archives.openFolder': async ({ archives }, scope, { folder }) =>
    (await buffer((await archives.openFolder(scope, folder)).blob.bytes())).toString('latin1'),
  'archives.create': ({ archives }, scope, { file }) => archives.create(scope, [file]),
  'archives.openCreated': async ({ archives }, scope, { archive }) =>
    (await buffer((await archives.openCreated(scope, archive)).blob.bytes())).toString('latin1'),
  'accountArchives.create': ({ accountArchives }, scope) =>
    accountArchives.create(scope, { versions: true, trash: true }),
  'accountArchives.open': async ({ accountArchives }, scope, { accountArchive }) =>
    (await buffer((await accountArchives.open(scope, accountArchive)).blob.bytes())).toString('latin1'),
  'unpackings.begin': ({ unpackings }, scope, { zip }) => unpackings.begin(scope, zip),
  'unpackings.list': async ({ unpackings }, scope, { db, unpacking }) => {
    const rows = db.updateTable('unpackings').where('id', '=', unpacking);
    await rows.set({ state: 'running' }).execute();
    const list = await unpackings.list(scope);
    await rows.set({ state: 'stopped' }).execute();
    return list;
  },
  'unpackings.get': ({ unpackings }, scope, { unpacking }) => unpackings.get(scope, unpacking),
  'unpackings.stop': ({ unpackings }, scope, { unpacking }) => unpackings.stop(scope, unpacking),
  integrity: ({ integrity }, scope, { file }) => integrity(scope, file),
  facts: ({ facts }, scope, { file }) => facts(scope, file),
  putPoster: ({ putPoster }, scope, { file, version }) =>
    putPoster(scope, { fileId: file, versionId: version }, content()),
  'objects.metadata': ({ objects }, scope, { path }) => objects.metadata(scope, path),
  'objects.locate': ({ objects }, scope, { path }) => objects.locate(scope, path),
  'objects.update': ({ objects }, scope, { path }) => objects.update(scope, path, { contentType: 'text/intruder' }),
  'objects.trash': ({ objects }, scope, { path }) => objects.trash(scope, path),
  putObject: ({ putObject }, scope, { path: { folders } }) =>
    putObject(
      scope,
      { folders, name: 'intruder' },
      {
        bytes: Readable.from([content()]),
        length: content().length,
        metadata: () => ({}),
        createFolders: false,
        confirm: async () => {},
        isAbandoned: () => false,
      },
    ),
  listObjects: ({ listObjects }, scope, { path: { folders } }) =>
    listObjects(scope, { prefix: `${folders[0]}/`, isFolded: false, pageToken: undefined, maxResults: 10 }),
  'downloadTokens.list': ({ downloadTokens }, scope, { file }) => downloadTokens.list(scope, file),
  'downloadTokens.create': ({ downloadTokens }, scope, { file }) =>
    downloadTokens.create(scope, { fileId: file, expiresAt: null, maker: { kind: 'system', account: scope.account } }),
  'downloadTokens.revoke': ({ downloadTokens }, scope, { token }) => downloadTokens.revoke(scope, token),
  // The last one: nothing is left.
  'purge.everything': ({ purge }, scope) => purge.everything(scope),
};
