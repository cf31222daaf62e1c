import type { Credentials } from '#client/account.ts';
import type { Person } from '#tests/support/client/build-account.ts';

/** A folder or file as it has to be. The id is unknown while the answer that tells it is not here. */
export type Item = { id: string | undefined; isStarred?: true | undefined } & (
  | { kind: 'folder' }
  | ({ kind: 'file' } & FileItem)
);

export type FileItem = {
  sha256: string;
  size: number;
  /** The generation of its content. */
  version: number;
  /** Custom metadata that was set. */
  note: string | undefined;
  /** Its first version, if that is an earlier one. */
  first?: Content | undefined;
};

type Content = Pick<FileItem, 'sha256' | 'size' | 'note'>;

/** A resumable upload that is not finished. */
export type OpenUpload = { path: string; body: Uint8Array<ArrayBuffer>; offset: number };

/** A folder or file in Trash, with what lies in it by the rest of its path: '' is itself. */
export type Trashed = { name: string; parentId: string | undefined; items: ReadonlyMap<string, Item> };

/** Everything that was acknowledged to one client. No value of this is ever changed: each operation makes the next one. */
export type Ledger = {
  /** By path below the client's own folder. */
  items: ReadonlyMap<string, Item>;
  /** By id. */
  trash: ReadonlyMap<string, Trashed>;
  /** The ids of what was removed for good. */
  gone: readonly string[];
  /** By id. */
  uploads: ReadonlyMap<string, OpenUpload>;
  /** App passwords that open, by name. */
  passwords: ReadonlyMap<string, { id: string | undefined; token: string | undefined }>;
  /** Tokens that must not open any more. */
  revoked: readonly string[];
  accounts: readonly Credentials[];
  sessions: readonly Person[];
  /** By what the last operation can be undone, and what was there before it. */
  undo?: { operationId: string; items: Ledger['items']; trash: Ledger['trash'] } | undefined;
};

export const emptyLedger: Ledger = {
  items: new Map(),
  trash: new Map(),
  gone: [],
  uploads: new Map(),
  passwords: new Map(),
  revoked: [],
  accounts: [],
  sessions: [],
};

/** The ledger with an entry set, or taken away when it is undefined. */
export function withItem(ledger: Ledger, path: string, item: Item | undefined): Ledger {
  return { ...ledger, items: change(ledger.items, path, item) };
}

/** The ledger without an entry and all that lies in it. */
export function withoutTree(ledger: Ledger, path: string): Ledger {
  return { ...ledger, items: new Map([...ledger.items].filter(([other]) => !isInside(other, path))) };
}

/** The ledger with an entry, and all that lies in it, at another path. */
export function movedTree(ledger: Ledger, from: string, to: string): Ledger {
  const moved = [...ledger.items].map(
    ([path, item]) => [isInside(path, from) ? to + path.slice(from.length) : path, item] as const,
  );
  return { ...ledger, items: new Map(moved) };
}

export function withUpload(ledger: Ledger, id: string, upload: OpenUpload | undefined): Ledger {
  return { ...ledger, uploads: change(ledger.uploads, id, upload) };
}

/** The ledger with bytes stored at a path: a new file, or the next version of the one that is there. */
export function withContent(
  ledger: Ledger,
  path: string,
  { sha256, size, note }: Omit<Content, 'note'> & { note?: string | undefined },
  id: string | undefined,
): Ledger {
  const there = ledger.items.get(path);
  const content = { kind: 'file', sha256, size, note } as const;
  if (there?.kind !== 'file') return withItem(ledger, path, { ...content, id, version: 1 });
  const { first = contentOf(there), version, isStarred } = there;
  return withItem(ledger, path, { ...content, id: there.id ?? id, isStarred, first, version: version + 1 });
}

function contentOf({ sha256, size, note }: FileItem): Content {
  return { sha256, size, note };
}

/** The ledger after an operation that may be undone, `before` which there was another. */
export function undoable(ledger: Ledger, before: Ledger, operationId: string | undefined): Ledger {
  if (operationId === undefined) return ledger;
  return { ...ledger, undo: { operationId, items: before.items, trash: before.trash } };
}

/** A copy of a map with one key set, or taken away. */
export function change<Value>(map: ReadonlyMap<string, Value>, key: string, value: Value | undefined) {
  const changed = new Map(map);
  if (value === undefined) changed.delete(key);
  else changed.set(key, value);
  return changed;
}

/** Whether a path is that of a folder or of something in it. */
export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
