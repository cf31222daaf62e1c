import type { Database } from '#server/database/open.ts';
import { groupsOf } from '#server/database/row-groups.ts';
import type { Scope } from '../access/scope.ts';
import { createKeyedMutex } from '../changes/keyed-mutex.ts';
import { linesAtOnce, liveAncestors } from '../tree/ancestors.ts';

/** `ids` in their order; `name`: by which their archive is called; `missing`: whether some of the selection are not live. */
type Tops = { ids: string[]; name: string; missing: boolean };

/** The live entries of a selection that are not below another one of it. An account has one selection read at a time. */
export function createTopsOf(db: Database) {
  const turns = createKeyedMutex();
  return (scope: Scope, wanted: readonly string[]): Promise<Tops> =>
    turns.run(scope.account, () => readTops(db, scope, wanted));
}

/** Holds the paths of a group at a time. */
async function readTops(db: Database, scope: Scope, wanted: readonly string[]): Promise<Tops> {
  const all = new Set(wanted);
  const ids: string[] = [];
  let live = 0;
  let last: string | undefined;
  for (const group of groupsOf([...all], linesAtOnce)) {
    const lines = await liveAncestors(db, scope, group);
    live += lines.size;
    for (const [id, line] of lines) {
      if (line.slice(0, -1).some((above) => all.has(above.id))) continue;
      ids.push(id);
      last = line.at(-1)?.name;
    }
  }
  const name = ids.length === 1 ? last : undefined;
  return { ids: ids.toSorted(), name: name ?? `${ids.length} items`, missing: live < all.size };
}
