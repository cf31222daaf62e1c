import { type Kysely, sql } from 'kysely';
import { groupsOf, rowsAtOnce } from '#server/database/row-groups.ts';
import type { Tables } from '#server/database/tables.ts';
import { required } from '#server/errors/required.ts';
import type { Scope } from '../access/scope.ts';

/** `live`: without what was moved to Trash by itself, which is no longer part of its folder. `folders`: all folders. */
type Which = 'live' | 'folders';

type Node = Awaited<ReturnType<ReturnType<typeof selectNodes>['execute']>>[number];

/**
 * Everything below some folders, in groups of at most `rowsAtOnce`: a folder before its children, the children of one
 * folder in order of creation. `depth` is 1 for the children of the tops. What is moved meanwhile may be missing, or come
 * twice.
 */
export async function* walkBelow(
  db: Kysely<Tables>,
  scope: Scope,
  tops: readonly string[],
  which: Which = 'live',
): AsyncGenerator<{ nodes: Node[]; depth: number }> {
  let level = tops;
  for (let depth = 1; level.length > 0; depth += 1) {
    const next: string[] = [];
    for (const folders of groupsOf(level)) {
      for await (const nodes of childrenOf(db, scope, folders, which)) {
        for (const { id, kind } of nodes) if (kind === 'folder') next.push(id);
        yield { nodes, depth };
      }
    }
    level = next;
  }
}

/** What is directly in at most `rowsAtOnce` folders, in groups of as many, which may be deleted before the next is read. */
export async function* childrenOf(
  db: Kysely<Tables>,
  scope: Scope,
  folders: readonly string[],
  which: Which = 'live',
): AsyncGenerator<Node[]> {
  const rest = new Set(folders);
  while (rest.size > 0) {
    let nodes = await selectNodes(db, scope, which)
      .where('parent_id', 'in', [...rest])
      .execute();
    yield nodes;
    let last = nodes.at(-1);
    if (last === undefined || nodes.length < rowsAtOnce) return;
    // The page ended inside a folder: first the rest of that folder, then those that no page reached.
    for (const { parent_id } of nodes) rest.delete(required(parent_id, 'folder of an entry'));
    while (last !== undefined && nodes.length === rowsAtOnce) {
      nodes = await selectNodesAfter(db, scope, which, last).execute();
      yield nodes;
      last = nodes.at(-1);
    }
  }
}

/** In the order of the index `entries_in_order`, or of `entries_folders`, which is of folders only. */
function selectNodes(db: Kysely<Tables>, scope: Scope, which: Which) {
  const nodes = db
    .selectFrom('entries')
    .select(['id', 'parent_id', 'kind', 'created_at'])
    .where('account', '=', scope.account)
    .orderBy('parent_id')
    .$if(which === 'live', (query) => query.orderBy('kind'))
    .orderBy('created_at')
    .orderBy('id')
    .limit(rowsAtOnce);
  return which === 'live' ? nodes.where('trashed_at', 'is', null) : nodes.where('kind', '=', sql.lit('folder'));
}

function selectNodesAfter(db: Kysely<Tables>, scope: Scope, which: Which, { parent_id, kind, created_at, id }: Node) {
  const further = selectNodes(db, scope, which).where('parent_id', '=', parent_id);
  return which === 'live'
    ? further.where((eb) => eb(eb.refTuple('kind', 'created_at', 'id'), '>', eb.tuple(kind, created_at, id)))
    : further.where((eb) => eb(eb.refTuple('created_at', 'id'), '>', eb.tuple(created_at, id)));
}
