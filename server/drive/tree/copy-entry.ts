import type { Transaction } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { nameKey } from '#contract/names.ts';
import type { Tables } from '#server/database/tables.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { required } from '#server/errors/required.ts';
import type { Scope } from '../access/scope.ts';
import type { Write } from '../changes/transactions.ts';
import { ancestorsOfFolder, lastOf } from './ancestors.ts';
import { checkTreeDepth } from './depth.ts';
import { freeName } from './free-name.ts';
import { checkFree, checkName, readInside } from './steps.ts';
import { walkBelow } from './subtree.ts';

/** Added to the name of a copy if its own name is taken and no other was given: `name (copy)`. */
const copyWord = 'copy';

/**
 * Copies an entry to a folder, a folder with everything in it, and returns the id of the copy. The current content of
 * each file is shared, so it takes no further space; earlier versions and download tokens are not copied. Throws
 * entry-not-found, folder-not-found, copy-into-itself, too-deep, and name-… for a given name.
 */
export async function copyEntry(
  { trx, changed }: Write,
  scope: Scope,
  id: string,
  { parentId: wantedParentId, name }: { parentId: string | null; name?: string },
  at: number,
): Promise<string> {
  if (name !== undefined) checkName(name);
  const { folder, file } = await readInside(trx, scope, id);
  const line = await ancestorsOfFolder(trx, scope, wantedParentId);
  const parentId = lastOf(line);
  if (line.some((ancestor) => ancestor.id === id)) throw new KeepsakeError('copy-into-itself');
  if (folder) await checkTreeDepth(trx, scope, id, line.length + 1);
  if (name !== undefined) await checkFree(trx, scope, parentId, name);
  const own = folder
    ? { name: folder.name, kind: 'folder' as const }
    : { name: required(file, 'file of an entry').name, kind: 'file' as const };
  const shown = name ?? (await freeName(trx, scope, parentId, own, copyWord));

  const copies = new Map<string, string>();
  await copyRows(trx, scope, [id], {
    copies,
    at,
    top: { name: shown, name_key: nameKey(shown), parent_id: parentId },
  });
  if (folder) {
    for await (const nodes of walkBelow(trx, scope, [id])) {
      const ids = nodes.map((node) => node.id);
      await copyRows(trx, scope, ids, { copies, at });
    }
  }
  const copy = required(copies.get(id), 'copy of an entry');
  changed(copy);
  return copy;
}

type Copying = {
  /** The id of the copy by the id of its original. */
  copies: Map<string, string>;
  at: number;
  /** The name and place of the first copy; all others have those of their originals. */
  top?: { name: string; name_key: string; parent_id: string | null };
};

async function copyRows(
  trx: Transaction<Tables>,
  scope: Scope,
  ids: readonly string[],
  { copies, at, top }: Copying,
): Promise<void> {
  if (ids.length === 0) return;
  const found = await trx
    .selectFrom('entries')
    .leftJoin('versions', 'versions.id', 'entries.current_version')
    .select(['entries.id', 'parent_id', 'kind', 'name', 'name_key', 'modified_at'])
    .select(['versions.blob_id', 'versions.size', 'versions.content_type', 'versions.metadata'])
    .where('entries.id', 'in', ids)
    .where('account', '=', scope.account)
    .execute();
  const rows = new Map(found.map((row) => [row.id, row]));
  const entries = [];
  const versions = [];
  // In the order of the originals: ids ascend, so the copies are listed in the same order.
  for (const id of ids) {
    const row = required(rows.get(id), 'row of an entry to copy');
    const copy = uuidv7();
    copies.set(id, copy);
    const { kind, name, name_key, metadata } = row;
    const isFile = kind === 'file';
    const versionId = isFile ? uuidv7() : null;
    entries.push({
      id: copy,
      account: scope.account,
      ...(top ?? { name, name_key, parent_id: copyOfParent(copies, row.parent_id) }),
      kind,
      created_at: at,
      modified_at: isFile ? row.modified_at : at,
      trashed_at: null,
      current_version: versionId,
    });
    if (versionId !== null) {
      const own = { id: versionId, entry_id: copy, created_at: at, generation: 1, metageneration: 1, updated_at: null };
      const shared = {
        blob_id: required(row.blob_id, 'blob of a version'),
        size: required(row.size, 'size of a version'),
        content_type: required(row.content_type, 'content type of a version'),
        metadata,
      };
      versions.push({ ...own, ...shared });
    }
  }
  await trx.insertInto('entries').values(entries).execute();
  if (versions.length > 0) await trx.insertInto('versions').values(versions).execute();
}

/** A folder is copied before its children. */
function copyOfParent(copies: Map<string, string>, parentId: string | null): string {
  return required(copies.get(required(parentId, 'folder of an entry')), 'copy of a folder');
}
