import { nameKey } from '#contract/names.ts';
import { createNodes, type Node } from './nodes.ts';
import { freeVariant } from './variants.ts';

/** What a client asks for. Ids are those that the server gave. */
export type Operation =
  | { kind: 'create'; parentId: string | null; name: string }
  | { kind: 'upload' | 'link'; parentId: string | null; name: string; content: string }
  | { kind: 'update'; id: string; name?: string; parentId?: string | null }
  | { kind: 'copy'; id: string; parentId: string | null; name?: string }
  | { kind: 'star'; id: string; starred: boolean }
  | { kind: 'trash' | 'restore' | 'remove'; id: string };

/** What became of it: what the server and the model have to agree on. The version of a folder is 0. */
export type Outcome =
  | { is: 'refused'; code: string }
  /** The call succeeded and changed nothing. */
  | { is: 'nothing'; answer: 'absent' | 'same' }
  | { is: 'done'; id: string; name: string; parentId: string | null; version: number };

/** Ids of what nobody heard of yet begin with this. */
const unnamedPrefix = 'unnamed ';

export function isUnnamed(id: string): boolean {
  return id.startsWith(unnamedPrefix);
}

export type Model = ReturnType<typeof createModel>;

/**
 * The account as it has to be: folders and files as plain objects in memory, one operation after the other. `sizes` are
 * the bytes of each content.
 */
export function createModel(sizes: ReadonlyMap<string, number>) {
  const nodes = createNodes();
  let unnamed = 0;
  let clock = 0;

  return {
    nodes,

    /** Does an operation. The server tells the id of what it made, which a model cannot know. */
    apply(operation: Operation, madeId = 'made'): Outcome {
      clock += 1;
      switch (operation.kind) {
        case 'create':
          return create(operation, madeId);
        case 'upload':
        case 'link':
          return keep(operation, madeId);
        case 'update':
          return update(operation);
        case 'star':
          return star(operation);
        case 'copy':
          return copy(operation, madeId);
        case 'trash':
          return trash(operation.id);
        case 'restore':
          return restore(operation.id);
        default:
          return remove(operation.id);
      }
    },

    /** What an operation would do now. */
    ask(operation: Operation): Outcome {
      return nodes.tried(() => this.apply(operation));
    },

    contents,

    /** The bytes that the account takes: each content once. */
    usedBytes(): number {
      return [...contents()].reduce((sum, content) => sum + (sizes.get(content) ?? Number.NaN), 0);
    },
  };

  function create({ parentId, name }: { parentId: string | null; name: string }, id: string): Outcome {
    if (!isFolder(parentId)) return refused('folder-not-found');
    if (taken(parentId, name) !== undefined) return refused('name-taken');
    return done(nodes.set({ id, kind: 'folder', name, parentId, trashedAt: null, starred: false, versions: [] }));
  }

  function keep(
    {
      kind,
      parentId,
      name,
      content,
    }: { kind: 'upload' | 'link'; parentId: string | null; name: string; content: string },
    id: string,
  ): Outcome {
    if (kind === 'link' && !contents().has(content)) return { is: 'nothing', answer: 'absent' };
    if (!isFolder(parentId)) return refused('folder-not-found');
    const there = taken(parentId, name);
    if (there?.kind === 'folder') return refused('name-taken');
    if (there === undefined) {
      return done(
        nodes.set({ id, kind: 'file', name, parentId, trashedAt: null, starred: false, versions: [content] }),
      );
    }
    if (kind === 'link' && there.versions.at(-1) === content) return { is: 'nothing', answer: 'same' };
    return done(nodes.set({ ...there, versions: [...there.versions, content] }));
  }

  function update({ id, name, parentId }: { id: string; name?: string; parentId?: string | null }): Outcome {
    const node = nodes.live(id);
    if (node === undefined) return refused('entry-not-found');
    const target = { name: name ?? node.name, parentId: parentId === undefined ? node.parentId : parentId };
    if (!isFolder(target.parentId)) return refused('folder-not-found');
    if (nodes.isWithin(target.parentId, id)) return refused('move-into-itself');
    const there = taken(target.parentId, target.name);
    if (there !== undefined && there.id !== id) return refused('name-taken');
    return done(nodes.set({ ...node, ...target }));
  }

  function star({ id, starred }: { id: string; starred: boolean }): Outcome {
    const node = nodes.live(id);
    if (node === undefined) return refused('entry-not-found');
    return node.starred === starred ? { is: 'nothing', answer: 'same' } : done(nodes.set({ ...node, starred }));
  }

  function copy(
    { id, parentId, name }: { id: string; parentId: string | null; name?: string },
    madeId: string,
  ): Outcome {
    const node = nodes.live(id);
    if (node === undefined) return refused('entry-not-found');
    if (!isFolder(parentId)) return refused('folder-not-found');
    if (nodes.isWithin(parentId, id)) return refused('copy-into-itself');
    if (name !== undefined && taken(parentId, name) !== undefined) return refused('name-taken');
    const shown = name ?? freeVariant(node, 'copy', (wanted) => taken(parentId, wanted) === undefined);
    copyOf(node, { id: madeId, name: shown, parentId });
    return { is: 'done', id: madeId, name: shown, parentId, version: Math.min(1, node.versions.length) };
  }

  function copyOf(node: Node, own: { id: string; name: string; parentId: string | null }): void {
    const below = nodes.below(node.id).filter(({ trashedAt }) => trashedAt === null);
    nodes.set({ ...node, ...own, starred: false, versions: node.versions.slice(-1) });
    for (const child of below) {
      // Nobody heard its id; it is learned when something happens to it, or when the trees are compared.
      unnamed += 1;
      copyOf(child, { id: `${unnamedPrefix}${unnamed}`, name: child.name, parentId: own.id });
    }
  }

  function trash(id: string): Outcome {
    const node = nodes.live(id);
    return node ? done(nodes.set({ ...node, trashedAt: clock })) : refused('entry-not-found');
  }

  function restore(id: string): Outcome {
    const node = nodes.get(id);
    if (node === undefined || node.trashedAt === null) return refused('not-in-trash');
    const parentId = isFolder(node.parentId) ? node.parentId : null;
    const name = freeVariant(node, 'restored', (wanted) => taken(parentId, wanted) === undefined);
    return done(nodes.set({ ...node, trashedAt: null, parentId, name }));
  }

  function remove(id: string): Outcome {
    const node = nodes.get(id);
    if (node === undefined || node.trashedAt === null) return refused('not-in-trash');
    removeWithAll(id);
    return done(node);
  }

  function removeWithAll(id: string): void {
    for (const child of nodes.below(id)) {
      if (child.trashedAt === null) removeWithAll(child.id);
      else nodes.set({ ...child, parentId: null });
    }
    nodes.delete(id);
  }

  function isFolder(id: string | null): boolean {
    return id === null || nodes.live(id)?.kind === 'folder';
  }

  function taken(parentId: string | null, name: string): Node | undefined {
    const key = nameKey(name);
    return nodes.below(parentId).find((node) => node.trashedAt === null && nameKey(node.name) === key);
  }

  /** Everything that any version has. */
  function contents(): Set<string> {
    return new Set([...nodes.all()].flatMap(({ versions }) => versions));
  }
}

function refused(code: string): Outcome {
  return { is: 'refused', code };
}

function done({ id, name, parentId, versions }: Node): Outcome {
  return { is: 'done', id, name, parentId, version: versions.length };
}
