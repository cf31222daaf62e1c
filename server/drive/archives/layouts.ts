import type { Database } from '#server/database/open.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Scope } from '../access/scope.ts';
import { createKeyedMutex } from '../changes/keyed-mutex.ts';
import { revisionOf } from '../changes/revision.ts';
import { createSingleFlight } from '../changes/single-flight.ts';
import { type ArchivePage, pageOf } from './archive-page.ts';
import { columnsOf, hasDamage, type PageStart, readPage, readStoredRows } from './archive-rows.ts';
import { type Layout, layOut } from './layout.ts';

/** The entries at the top of an archive, or the folder whose children are; null is Root. */
export type Top = { ids: readonly string[] } | { folder: null };

/** With the time when it was made, in milliseconds. */
type Made = { layout: Layout; at: number; revision: number };

type Deps = {
  db: Database;
  /** Reads the same; what takes long there holds up nothing else. */
  searches: Database;
  now: () => number;
};

/** How often an archive is laid out anew because something changed meanwhile. */
const attempts = 3;
/** Layouts that are kept for the next range of the same archive, and how many names they may hold together. */
const maxKept = { layouts: 16, names: 50_000 };

/**
 * Layouts of archives; one is used again as long as nothing in its account changes. An account has one made at a time, since
 * that holds the names of a folder.
 */
export function createLayouts({ db, searches, now }: Deps) {
  const kept = new Map<string, Made>();
  const once = createSingleFlight<Made>();
  const turns = createKeyedMutex();

  return {
    /** Throws archive-changed if the account changes all the time, file-damaged, and what `layOut` throws. */
    async of(scope: Scope, top: Top): Promise<Made> {
      const key = JSON.stringify([scope.account, top]);
      const found = kept.get(key);
      if (found !== undefined && found.revision === (await revisionOf(db, scope))) {
        kept.delete(key);
        kept.set(key, found);
        return found;
      }
      return await once(key, async () => {
        const made = await turns.run(scope.account, () => make(scope, top));
        keep(key, made);
        return made;
      });
    },
  };

  /** All of it is of one moment: nothing changed between the first page and the last. */
  async function make(scope: Scope, top: Top): Promise<Made> {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const revision = await revisionOf(db, scope);
      const at = now();
      const isHurt = await hasDamage(db, scope);
      const layout = await layOut({ read: (start) => (isHurt ? readWhole : read)(scope, start), top });
      if ((await revisionOf(db, scope)) === revision) return { layout, at, revision };
    }
    throw new KeepsakeError('archive-changed');
  }

  async function read(scope: Scope, start: PageStart): Promise<ArchivePage> {
    // What is small is not worth another thread.
    const isLarge = 'folder' in start && start.after !== undefined;
    return await readPage(isLarge ? searches : db, scope, start);
  }

  /** Throws file-damaged. */
  async function readWhole(scope: Scope, start: PageStart): Promise<ArchivePage> {
    return pageOf(columnsOf(await readStoredRows(db, scope, start), start));
  }

  function keep(key: string, made: Made): void {
    kept.delete(key);
    kept.set(key, made);
    let names = [...kept.values()].reduce((sum, { layout }) => sum + layout.names, 0);
    for (const [oldest, { layout }] of kept) {
      if (kept.size <= maxKept.layouts && names <= maxKept.names) return;
      kept.delete(oldest);
      names -= layout.names;
    }
  }
}
