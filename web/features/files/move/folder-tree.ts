import type { Ancestor, Folder } from '#contract/records/entries.ts';

/** A folder as a destination; Root has the id null. */
export type Destination = { id: string | null; name: string };

/** Why a folder cannot be chosen, by its key and the folders above it, as far as they are known; undefined when it can. */
export type WhyNot = (key: string, path?: readonly Ancestor[]) => string | undefined;

/** Root has no id of its own in a tree of folders. */
export const rootKey = 'root';

/** The folders that were read, by the id of their parent, and those that are open. */
export type FolderTree = { children: ReadonlyMap<string, readonly Folder[]>; open: ReadonlySet<string> };

/** A row of the tree as it is seen. */
export type TreeRow = {
  key: string;
  name: string;
  /** 1 for Root. */
  level: number;
  /** Undefined when it cannot be opened, since nothing is in it. */
  isOpen: boolean | undefined;
};

/** The rows from top to bottom. Those in `closed` cannot be opened: nothing can be moved into itself. */
export function rowsOf({ children, open }: FolderTree, closed: ReadonlySet<string>): TreeRow[] {
  const rows: TreeRow[] = [];
  add({ key: rootKey, name: 'Root', level: 1, isEmpty: false });
  return rows;

  /** `isEmpty`: no folder was in it when it was read. */
  function add({ key, name, level, isEmpty }: { key: string; name: string; level: number; isEmpty: boolean }) {
    const below = closed.has(key) ? [] : (children.get(key) ?? (isEmpty ? [] : undefined));
    rows.push({ key, name, level, isOpen: below?.length === 0 ? undefined : open.has(key) });
    if (!open.has(key)) return;
    for (const { id, name: itsName, contents } of below ?? [])
      add({ key: id, name: itsName, level: level + 1, isEmpty: contents.folders === 0 });
  }
}

/** The row that a key leads to, as in the tree view of WAI-ARIA; undefined when it stays. */
export function rowAfter(rows: readonly TreeRow[], at: number, key: string): TreeRow | undefined {
  const level = rows[at]?.level ?? 1;
  switch (key) {
    case 'ArrowDown':
      return rows[at + 1];
    case 'ArrowUp':
      return rows[at - 1];
    case 'ArrowRight':
      return rows[at + 1]?.level === level + 1 ? rows[at + 1] : undefined;
    case 'ArrowLeft':
      return rows.slice(0, at).findLast((row) => row.level === level - 1);
    case 'Home':
      return rows[0];
    case 'End':
      return rows.at(-1);
    default:
      return undefined;
  }
}
