/** A content of a file; its number is never used again. */
export type Version = { number: number; content: string };

/** A folder or file of the model. */
export type Node = {
  id: string;
  kind: 'folder' | 'file';
  name: string;
  /** Null is Root. */
  parentId: string | null;
  /** When it was moved to Trash by itself, as the model counts; null when it was not. */
  trashedAt: number | null;
  starred: boolean;
  /** Those of a file, the first one first. */
  versions: readonly Version[];
  /** The place in the order in which things came, as far as the server told it. */
  createdAt?: number;
};

/** The number of what a file shows; 0 for a folder. */
export function versionOf({ versions }: Node): number {
  return versions.at(-1)?.number ?? 0;
}

/** What a file shows. */
export function contentOf({ versions }: Node): string {
  return versions.at(-1)?.content ?? '';
}

/** The nodes of a model by id and by folder. What was done can be taken back. */
export function createNodes() {
  const byId = new Map<string, Node>();
  const byParent = new Map<string | null, Set<string>>();
  /** The nodes as they were before each step, while something is only tried. */
  let before: { id: string; was: Node | undefined }[] | undefined;

  return {
    get: (id: string): Node | undefined => byId.get(id),
    all: () => byId.values(),
    count: () => byId.size,

    /** What a folder holds, also what was moved to Trash out of it. */
    below: (parentId: string | null): Node[] => [...(byParent.get(parentId) ?? [])].map(known),

    /** A node that neither is in Trash nor lies in something that is. */
    live(id: string): Node | undefined {
      const node = byId.get(id);
      for (let at = node; at !== undefined; at = at.parentId === null ? undefined : byId.get(at.parentId)) {
        if (at.trashedAt !== null) return undefined;
      }
      return node;
    },

    /** Whether a folder is another one or lies in it, at any depth. */
    isWithin(id: string | null, outer: string): boolean {
      for (let at = id; at !== null; at = known(at).parentId) if (at === outer) return true;
      return false;
    },

    set(node: Node): Node {
      put(node.id, node);
      return node;
    },
    delete: (id: string) => put(id, undefined),

    /** Gives a node the id that the server gave it. */
    rename(id: string, to: string): void {
      const node = known(id);
      const children = [...(byParent.get(id) ?? [])].map(known);
      put(id, undefined);
      put(to, { ...node, id: to });
      for (const child of children) put(child.id, { ...child, parentId: to });
    },

    /** Returns what the work returns, and takes back what it did. */
    tried: <Result>(work: () => Result): Result => whole(work, () => false),

    /** Returns what the work returns; takes back what it did when it throws. */
    allOrNothing: <Result>(work: () => Result): Result => whole(work, () => true),
  };

  function whole<Result>(work: () => Result, isKept: () => boolean): Result {
    const outer = before;
    const steps: { id: string; was: Node | undefined }[] = [];
    before = steps;
    let isDone = false;
    try {
      const result = work();
      isDone = isKept();
      return result;
    } finally {
      before = undefined;
      if (isDone) outer?.push(...steps);
      else for (const { id, was } of steps.toReversed()) put(id, was);
      before = outer;
    }
  }

  function known(id: string): Node {
    const node = byId.get(id);
    if (node === undefined) throw new Error(`The model has no ${id}`);
    return node;
  }

  function put(id: string, node: Node | undefined): void {
    const was = byId.get(id);
    before?.push({ id, was });
    if (was !== undefined) byParent.get(was.parentId)?.delete(id);
    if (node === undefined) {
      byId.delete(id);
      return;
    }
    byId.set(id, node);
    const siblings = byParent.get(node.parentId) ?? new Set();
    byParent.set(node.parentId, siblings.add(id));
  }
}
