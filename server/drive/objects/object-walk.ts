import type { Kysely } from 'kysely';
import type { Tables } from '#server/database/tables.ts';
import type { Scope } from '../access/scope.ts';

/** A file or folder that a walk visits: the names from where the walk began, its own last. */
export type WalkedEntry = { id: string; kind: 'folder' | 'file'; names: string[] };

type Child = { id: string; kind: 'folder' | 'file'; name: string };
type Frame = {
  folderId: string | null;
  names: string[];
  children: Child[];
  after: string | undefined;
  isRead: boolean;
};

const batchSize = 200;

type Walk = {
  /** The folder in which the walk begins; null for Root. */
  folderId: string | null;
  /** In that first folder, only names that begin with this are visited. */
  namePrefix: string;
  /** The names of the step after which to resume, which need not exist any more. */
  after: string[] | undefined;
  /** Whether to enter a folder after it was visited. */
  entersFolders: boolean;
};

/**
 * Walks through everything below a folder, depth first, each folder in order of names (of their UTF-8 bytes), files and
 * folders together. A folder comes before its children.
 */
export async function* walkObjects(db: Kysely<Tables>, scope: Scope, walk: Walk): AsyncGenerator<WalkedEntry> {
  const frames = await beginAfter(db, scope, walk);
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    const child = await nextChild(db, scope, frame, frames.length === 1 ? walk.namePrefix : '');
    if (child === undefined) {
      frames.pop();
      continue;
    }
    const names = [...frame.names, child.name];
    yield { id: child.id, kind: child.kind, names };
    if (child.kind === 'folder' && walk.entersFolders) frames.push(enter(child.id, names, undefined));
  }
}

function enter(folderId: string | null, names: string[], after: string | undefined): Frame {
  return { folderId, names, children: [], after, isRead: false };
}

/** The folders that are not yet finished, outermost first. If one of them was deleted, its place in the order still counts. */
async function beginAfter(
  db: Kysely<Tables>,
  scope: Scope,
  { folderId, after, entersFolders }: Walk,
): Promise<Frame[]> {
  const frames = [enter(folderId, [], after?.[0])];
  if (after === undefined || !entersFolders) return frames;
  let above = folderId;
  for (const [depth, name] of after.entries()) {
    const folder = await children(db, scope, above)
      .where('name', '=', name)
      .where('kind', '=', 'folder')
      .executeTakeFirst();
    if (folder === undefined) break;
    frames.push(enter(folder.id, after.slice(0, depth + 1), after[depth + 1]));
    above = folder.id;
  }
  return frames;
}

async function nextChild(
  db: Kysely<Tables>,
  scope: Scope,
  frame: Frame,
  namePrefix: string,
): Promise<Child | undefined> {
  if (frame.children.length === 0 && !frame.isRead) {
    const { after } = frame;
    let query = children(db, scope, frame.folderId).orderBy('name').limit(batchSize);
    if (namePrefix !== '') query = query.where('name', '>=', namePrefix);
    if (after !== undefined) query = query.where('name', '>', after);
    frame.children = await query.execute();
    frame.isRead = frame.children.length < batchSize;
    frame.after = frame.children.at(-1)?.name;
  }
  const child = frame.children.shift();
  // In order of names, those with the same prefix are adjacent.
  return child?.name.startsWith(namePrefix) ? child : undefined;
}

function children(db: Kysely<Tables>, scope: Scope, folderId: string | null) {
  return db
    .selectFrom('entries')
    .select(['id', 'kind', 'name'])
    .where('account', '=', scope.account)
    .where('parent_id', folderId === null ? 'is' : '=', folderId)
    .where('trashed_at', 'is', null);
}
