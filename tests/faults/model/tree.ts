import { nameKey } from '#contract/names/names.ts';
import { contentOf, type createNodes, type Node, versionOf } from './nodes.ts';
import { Refused } from './operation.ts';
import { freeNumbered, freeVariant } from './variants.ts';

type Place = { name: string; parentId: string | null };

/** What an operation did, with what is needed to take it back (server/drive/changes/steps.ts). */
export type Step =
  | { did: 'make'; id: string; isEmpty: boolean }
  | { did: 'place'; id: string; from: Place; to: Place }
  | { did: 'restore'; id: string; from: Place; to: Place; content: string }
  | { did: 'trash'; id: string; name: string; at: number }
  | { did: 'star'; id: string; starred: boolean }
  | { did: 'content'; id: string; from: string; to: string };

/** The step with another id for a node, which it is about or which is a folder that it names. */
export function renamed(step: Step, id: string, to: string): Step {
  const inPlace = (place: Place): Place => (place.parentId === id ? { ...place, parentId: to } : place);
  const named = step.id === id ? { ...step, id: to } : step;
  if (named.did !== 'place' && named.did !== 'restore') return named;
  return { ...named, from: inPlace(named.from), to: inPlace(named.to) };
}

/** Ids of what nobody heard of yet begin with this. */
const unnamedPrefix = 'unnamed ';

export function isUnnamed(id: string): boolean {
  return id.startsWith(unnamedPrefix);
}

export type Tree = ReturnType<typeof createTree>;

/** What can be done with the nodes of an account, one thing after the other. Everything throws Refused. */
export function createTree(nodes: ReturnType<typeof createNodes>) {
  let steps: Step[] = [];
  let clock = 0;
  let unnamed = 0;
  const tree = {
    nodes,

    /** Begins an operation. */
    begin(): void {
      clock += 1;
      steps = [];
    },

    /** What the operation did so far. */
    steps: (): readonly Step[] => steps,

    live(id: string): Node {
      return nodes.live(id) ?? refuse('entry-not-found');
    },

    requireFolder(id: string | null): void {
      if (!isFolder(id)) refuse('folder-not-found');
    },

    taken,
    unnamedId,

    create({ parentId, name }: Place, id: string): Node {
      tree.requireFolder(parentId);
      if (taken(parentId, name) !== undefined) refuse('name-taken');
      did({ did: 'make', id, isEmpty: true });
      return nodes.set({ id, kind: 'folder', name, parentId, trashedAt: null, starred: false, versions: [] });
    },

    /** A new file, or the next version of the one that is there; that is an operation of its own. */
    put({ parentId, name }: Place, content: string, id: string): Node {
      tree.requireFolder(parentId);
      const there = taken(parentId, name);
      if (there?.kind === 'folder') refuse('name-taken');
      if (there !== undefined) return nextVersion(there, content);
      const versions = [{ number: 1, content }];
      return nodes.set({ id, kind: 'file', name, parentId, trashedAt: null, starred: false, versions });
    },

    /** The same as a part of the operation. */
    addContent(id: string, content: string): Node {
      const there = tree.live(id);
      if (contentOf(there) !== content) did({ did: 'content', id, from: contentOf(there), to: content });
      return nextVersion(there, content);
    },

    update(id: string, { name, parentId }: Partial<Place>): Node {
      const node = tree.live(id);
      const to = { name: name ?? node.name, parentId: parentId === undefined ? node.parentId : parentId };
      tree.requireFolder(to.parentId);
      if (nodes.isWithin(to.parentId, id)) refuse('move-into-itself');
      const there = taken(to.parentId, to.name);
      if (there !== undefined && there.id !== id) refuse('name-taken');
      const from = { name: node.name, parentId: node.parentId };
      if (from.name !== to.name || from.parentId !== to.parentId) did({ did: 'place', id, from, to });
      return nodes.set({ ...node, ...to });
    },

    star(id: string, starred: boolean): Node {
      const node = tree.live(id);
      if (node.starred === starred) return node;
      did({ did: 'star', id, starred });
      return nodes.set({ ...node, starred });
    },

    copy(id: string, { parentId, name }: { parentId: string | null; name?: string | undefined }, madeId: string): Node {
      const node = tree.live(id);
      tree.requireFolder(parentId);
      if (nodes.isWithin(parentId, id)) refuse('copy-into-itself');
      if (name !== undefined && taken(parentId, name) !== undefined) refuse('name-taken');
      const shown = name ?? freeName({ ...node, parentId }, 'copy');
      did({ did: 'make', id: madeId, isEmpty: false });
      return copyOf(node, { id: madeId, name: shown, parentId });
    },

    trash(id: string, as: Partial<Place> = {}): Node {
      const node = tree.live(id);
      did({ did: 'trash', id, name: node.name, at: clock });
      return nodes.set({ ...node, ...as, trashedAt: clock });
    },

    restore(id: string): Node {
      const node = nodes.get(id);
      if (node === undefined || node.trashedAt === null) return refuse('not-in-trash');
      const parentId = isFolder(node.parentId) ? node.parentId : null;
      const to = { parentId, name: freeName({ ...node, parentId }, 'restored') };
      did({ did: 'restore', id, from: { name: node.name, parentId: node.parentId }, to, content: contentOf(node) });
      return nodes.set({ ...node, trashedAt: null, ...to });
    },

    remove(id: string): Node {
      const node = nodes.get(id);
      if (node === undefined || node.trashedAt === null) return refuse('not-in-trash');
      removeWithAll(id);
      return node;
    },

    /** `a (word).txt`, where its own name is taken. */
    freeName,

    /** `a (2).txt`, where its own name is taken. */
    freeNumberedName: (wanted: Pick<Node, 'name' | 'kind'>, parentId: string | null): string =>
      freeNumbered(wanted, (name) => taken(parentId, name) === undefined),

    /** Live children, in the order in which the server walks over them: files first, the oldest first. */
    children: (id: string | null): Node[] =>
      nodes
        .below(id)
        .filter(({ trashedAt }) => trashedAt === null)
        .toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1)),
  };
  return tree;

  function did(step: Step): void {
    steps.push(step);
  }

  function nextVersion(there: Node, content: string): Node {
    return nodes.set({ ...there, versions: [...there.versions, { number: versionOf(there) + 1, content }] });
  }

  function copyOf(node: Node, own: { id: string; name: string; parentId: string | null }): Node {
    const { createdAt: _, ...rest } = node;
    const versions = node.versions.slice(-1).map(({ content }) => ({ number: 1, content }));
    const below = nodes.below(node.id).filter(({ trashedAt }) => trashedAt === null);
    const made = nodes.set({ ...rest, ...own, starred: false, versions });
    for (const child of below) {
      copyOf(child, { id: unnamedId(), name: child.name, parentId: own.id });
    }
    return made;
  }

  /** For what nobody heard the id of; it is learned when something happens to it, or when the trees are compared. */
  function unnamedId(): string {
    unnamed += 1;
    return `${unnamedPrefix}${unnamed}`;
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

  function freeName(wanted: Pick<Node, 'name' | 'kind' | 'parentId'>, word: string): string {
    return freeVariant(wanted, word, (name) => taken(wanted.parentId, name) === undefined);
  }
}

export function refuse(code: string): never {
  throw new Refused(code);
}

/** What came after the last comparison has no time yet; ids of one millisecond are in the order in which they were given. */
function orderOf({ kind, createdAt, id }: Node): string {
  return `${kind} ${createdAt ?? '9'} ${id}`;
}
