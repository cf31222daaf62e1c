import type { Node } from './nodes.ts';
import type { AloneOperation } from './operation.ts';
import { refuse, type Tree } from './tree.ts';

type Placing = Extract<AloneOperation, { kind: 'place' }>;
type MovingMany = Extract<AloneOperation, { kind: 'move-many' }>;

/** Moves one after the other. Returns what the last one is then. */
export function moveMany(tree: Tree, { ids, parentId, ifTaken }: MovingMany): Node {
  const move = (id: string) =>
    ifTaken === undefined
      ? tree.update(id, { parentId })
      : tree.live(place(tree, { kind: 'place', what: 'move', id, parentId, ifTaken }, ''));
  return ids.map(move).at(-1) ?? refuse('invalid-input');
}

/** Moves or copies, also where the name is taken (decision 60). Returns the id of what is there then. */
export function place(tree: Tree, placing: Placing, madeId: string): string {
  const { what, ifTaken } = placing;
  return put(placing.id, placing.parentId, placing.name);

  function put(id: string, parentId: string | null, name?: string): string {
    const node = tree.live(id);
    tree.requireFolder(parentId);
    const wanted = { name: name ?? node.name, kind: node.kind };
    const there = tree.taken(parentId, wanted.name);
    if (there === undefined || there.id === id) return putAs(id, parentId, name === node.name ? undefined : name);
    if (tree.nodes.isWithin(parentId, id)) refuse(what === 'move' ? 'move-into-itself' : 'copy-into-itself');
    if (ifTaken === 'stay') return id;
    const isInside = node.kind === 'folder' && tree.nodes.isWithin(node.parentId, there.id);
    if (node.kind === 'folder' && there.kind === 'folder' && !isInside) return merge(id, there.id);
    if (ifTaken === 'skip') return id;
    if (ifTaken === 'next-version' && node.kind === 'file' && there.kind === 'file') {
      tree.addContent(there.id, node.versions.at(-1)?.content ?? '');
      if (what === 'move') tree.trash(id);
      return there.id;
    }
    return putAs(id, parentId, tree.freeNumberedName(wanted, parentId));
  }

  function putAs(id: string, parentId: string | null, name: string | undefined): string {
    if (what === 'copy') return tree.copy(id, { parentId, name }, id === placing.id ? madeId : tree.unnamedId()).id;
    return tree.update(id, { parentId, ...(name === undefined ? {} : { name }) }).id;
  }

  function merge(id: string, into: string): string {
    for (const child of tree.children(id)) put(child.id, into);
    if (what === 'copy') return into;
    if (tree.children(id).length > 0) return id;
    tree.trash(id);
    return into;
  }
}
