import { implement } from '@orpc/server';
import { driveApi } from '#contract/api/api.ts';
import type { EntryRef, Operation } from '#contract/records/batch.ts';
import type { Access } from '#server/drive/access/access.ts';
import type { Drive } from '#server/drive/create-drive.ts';
import type { Context, Happened } from './context.ts';

type Deps = { access: Access; drive: Drive['ofScope']; happened: Happened };

/** The endpoints of folders and files. */
export function driveRouter({ access, drive, happened }: Deps) {
  const { tree, search, views, storage, treeEdit, versions, trash, undo, batch } = drive;
  const { deduplicate, integrity, facts, archives, unpackings, downloadTokens } = drive;
  const signedIn = implement(driveApi).$context<Context>();
  const scopeOf = ({ principal }: Context, ...entryIds: (string | null)[]) => access.scopeFor(principal, entryIds);
  /** Of calls that are one transaction each (`repeatableWrite` of the contract). */
  const repeatableScopeOf = ({ principal, repeatable }: Context, ...entryIds: (string | null)[]) =>
    access.scopeFor(principal, entryIds, repeatable);
  return {
    folders: {
      create: signedIn.folders.create.handler(async ({ context, input }) =>
        treeEdit.createFolder(await repeatableScopeOf(context, input.parentId), input),
      ),
      get: signedIn.folders.get.handler(async ({ context, input }) => {
        const id = orRoot(input.id);
        return await tree.folder(await scopeOf(context, id), id);
      }),
      children: signedIn.folders.children.handler(async ({ context, input }) => {
        const id = orRoot(input.id);
        return await tree.children(await scopeOf(context, id), id, input);
      }),
    },
    entries: {
      get: signedIn.entries.get.handler(async ({ context, input }) =>
        tree.entry(await scopeOf(context, input.id), input.id),
      ),
      update: signedIn.entries.update.handler(async ({ context, input: { id, ...change } }) =>
        treeEdit.updateEntry(await repeatableScopeOf(context, id, ...idIn(change)), id, change),
      ),
      remove: signedIn.entries.remove.handler(async ({ context, input }) =>
        treeEdit.trashEntry(await repeatableScopeOf(context, input.id), input.id),
      ),
      copy: signedIn.entries.copy.handler(async ({ context, input: { id, ...to } }) =>
        treeEdit.copyEntry(await scopeOf(context, id, ...idIn(to)), id, to),
      ),
    },
    search: signedIn.search.handler(async ({ context, input }) =>
      search(await scopeOf(context, input.folderId ?? null), input),
    ),
    storage: signedIn.storage.handler(async ({ context }) => storage(await scopeOf(context, null))),
    views: signedIn.views.handler(async ({ context, input }) => views(await scopeOf(context, null), input)),
    versions: {
      below: signedIn.versions.below.handler(async ({ context, input }) =>
        versions.below(await scopeOf(context, input.id), input.id),
      ),
      list: signedIn.versions.list.handler(async ({ context, input: { id, ...page } }) =>
        versions.list(await scopeOf(context, id), id, page),
      ),
      restore: signedIn.versions.restore.handler(async ({ context, input }) =>
        versions.restore(await scopeOf(context, input.id), input.id, input.versionId),
      ),
      remove: signedIn.versions.remove.handler(async ({ context, input }) =>
        versions.remove(await scopeOf(context, input.id), input.id, input.versionId),
      ),
      keepBoth: signedIn.versions.keepBoth.handler(async ({ context, input: { files } }) =>
        versions.keepBoth(await scopeOf(context, ...files.map(({ id }) => id)), files),
      ),
    },
    trash: {
      list: signedIn.trash.list.handler(async ({ context, input }) => trash.list(await scopeOf(context, null), input)),
      restore: signedIn.trash.restore.handler(async ({ context, input }) =>
        treeEdit.restoreEntry(await repeatableScopeOf(context, input.id), input.id),
      ),
      remove: signedIn.trash.remove.handler(async ({ context, input }) =>
        trash.remove(await scopeOf(context, input.id), input.id),
      ),
      empty: signedIn.trash.empty.handler(async ({ context }) => trash.empty(await scopeOf(context, null))),
    },
    batch: signedIn.batch.handler(async ({ context, input: { operations } }) =>
      batch(await repeatableScopeOf(context, ...operations.flatMap(idsOf)), operations),
    ),
    undo: signedIn.undo.handler(async ({ context, input: { operationId } }) =>
      undo(await repeatableScopeOf(context, null), operationId),
    ),
    files: {
      sizeIsStored: signedIn.files.sizeIsStored.handler(async ({ context, input }) => ({
        stored: await deduplicate.sizeIsStored(await scopeOf(context, null), input.size),
      })),
      reuse: signedIn.files.reuse.handler(async ({ context, input }) =>
        deduplicate.reuse(await scopeOf(context, input.folderId), input),
      ),
      integrity: signedIn.files.integrity.handler(async ({ context, input }) =>
        integrity(await scopeOf(context, input.id), input.id),
      ),
      facts: signedIn.files.facts.handler(async ({ context, input }) =>
        facts(await scopeOf(context, input.id), input.id),
      ),
    },
    archives: {
      create: signedIn.archives.create.handler(async ({ context, input: { ids } }) =>
        archives.create(await scopeOf(context, ...ids), ids),
      ),
    },
    unpackings: {
      begin: signedIn.unpackings.begin.handler(async ({ context, input: { id, parts = [] } }) =>
        unpackings.begin(await scopeOf(context, id, ...parts), id, parts),
      ),
      list: signedIn.unpackings.list.handler(async ({ context }) => ({
        unpackings: await unpackings.list(await scopeOf(context, null)),
      })),
      get: signedIn.unpackings.get.handler(async ({ context, input }) =>
        unpackings.get(await scopeOf(context, null), input.id),
      ),
      stop: signedIn.unpackings.stop.handler(async ({ context, input }) =>
        unpackings.stop(await scopeOf(context, null), input.id),
      ),
    },
    downloadTokens: {
      list: signedIn.downloadTokens.list.handler(async ({ context, input }) =>
        downloadTokens.list(await scopeOf(context, input.fileId), input.fileId),
      ),
      create: signedIn.downloadTokens.create.handler(async ({ context, input }) => {
        const scope = await scopeOf(context, input.fileId);
        const created = await downloadTokens.create(scope, { ...input, maker: context.principal });
        await happened(context, 'download-token-created');
        return created;
      }),
      revoke: signedIn.downloadTokens.revoke.handler(async ({ context, input }) => {
        await downloadTokens.revoke(await scopeOf(context, null), input.id);
        await happened(context, 'download-token-revoked');
      }),
    },
  };
}

/** The folder that a request names beside its entry, if it does. */
function idIn({ parentId }: { parentId?: string | null | undefined }): (string | null)[] {
  return parentId === undefined ? [] : [parentId];
}

/** The entries that an operation names by id; it may name others by earlier operations. */
function idsOf(operation: Operation): (string | null)[] {
  const { id, parentId } = operation as { id?: EntryRef; parentId?: EntryRef | null };
  return [id, parentId].filter((ref) => ref === null || typeof ref === 'string');
}

function orRoot(id: string): string | null {
  return id === 'root' ? null : id;
}
