import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ArchivePage, lastOf } from './archive-page.ts';
import { type PageStart, pageRows } from './archive-rows.ts';

/** The entries at the top of an archive, the folder whose children are (null is Root), or what lies in Trash. */
export type PagesTop = { ids: readonly string[] } | { folder: string | null } | { trashAfter: '' };

type Walked<Page> = { start: PageStart; page: Page };

/** What is at the top, then the children of its folders level by level, in pages that are not empty. Throws what `read` throws. */
export async function* walkPages<Page extends ArchivePage>(
  read: (start: PageStart) => Promise<Page>,
  top: PagesTop,
): AsyncGenerator<Walked<Page>> {
  let level: string[] = [];

  yield* noted(topPages());
  while (level.length > 0) {
    const folders = level.toSorted();
    level = [];
    for (const group of groupsOf(folders)) yield* noted(children(group));
  }

  /** Notes the folders of each page, whose children come next. */
  async function* noted(pages: AsyncGenerator<Walked<Page>>): AsyncGenerator<Walked<Page>> {
    for await (const walked of pages) {
      if (walked.page.count === 0) continue;
      for (const id of walked.page.folders.values()) level.push(id);
      yield walked;
    }
  }

  async function* topPages(): AsyncGenerator<Walked<Page>> {
    if ('folder' in top) return yield* rest(top.folder, undefined);
    if ('ids' in top) for (const ids of groupsOf(top.ids)) yield { start: { ids }, page: await read({ ids }) };
    else yield* trash();
  }

  async function* trash(): AsyncGenerator<Walked<Page>> {
    for (let trashAfter = ''; ; ) {
      const page = await read({ trashAfter });
      yield { start: { trashAfter }, page };
      if (page.count < pageRows) return;
      trashAfter = lastOf(page).id;
    }
  }

  /** The children of some folders, one folder after the other. A page that is full may end within one. */
  async function* children(folders: string[]): AsyncGenerator<Walked<Page>> {
    for (let left = folders; left.length > 0; ) {
      const start = { folders: left };
      const page = await read(start);
      yield { start, page };
      if (page.count < pageRows) return;
      const last = lastOf(page);
      yield* rest(last.parent, last);
      const begun = new Set(page.columns.parents.split('/'));
      left = left.filter((id) => !begun.has(id));
    }
  }

  async function* rest(
    folder: string | null,
    from: ReturnType<typeof lastOf> | undefined,
  ): AsyncGenerator<Walked<Page>> {
    let start: PageStart = { folder, after: from };
    for (let reading = read(start); ; ) {
      const page = await reading;
      const next = { folder, after: lastOf(page) };
      if (page.count === pageRows) {
        reading = read(next);
        reading.catch(() => {});
        // It is asked for, and read while this one is worked on.
        await nextTurn();
      }
      yield { start, page };
      if (page.count < pageRows) return;
      start = next;
    }
  }
}

function* groupsOf(ids: readonly string[]): Generator<string[]> {
  for (let at = 0; at < ids.length; at += pageRows) yield ids.slice(at, at + pageRows);
}
