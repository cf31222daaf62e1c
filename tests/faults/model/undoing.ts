import { contentOf, type Node, versionOf } from './nodes.ts';
import { Refused } from './operation.ts';
import { refuse, type Step, type Tree } from './tree.ts';

/** Takes a step back, if what it changed is as it left it (decision 55). */
export function undoStep(tree: Tree, step: Step): void {
  switch (step.did) {
    case 'make':
      return undoMaking(tree, step.id, step.isEmpty);
    case 'place':
      return undoPlace(tree, step);
    case 'trash': {
      const node = tree.nodes.get(step.id);
      if (node?.trashedAt !== step.at) refuse('cannot-undo not-in-trash');
      return void tree.restore(step.id);
    }
    case 'restore': {
      const node = live(tree, step.id);
      const isPlaced = node.name === step.to.name && node.parentId === step.to.parentId;
      if (!isPlaced || contentOf(node) !== step.content) refuse('cannot-undo changed');
      const isThere = step.from.parentId === null || tree.nodes.get(step.from.parentId) !== undefined;
      if (isInside(tree, step.from.parentId, step.id)) refuse('cannot-undo changed');
      return void tree.trash(step.id, isThere ? step.from : { ...step.from, parentId: null });
    }
    case 'star':
      live(tree, step.id);
      return void tree.star(step.id, !step.starred);
    default:
      return undoContent(tree, step);
  }
}

/** Whether a folder is the other one, or below it. */
function isInside(tree: Tree, folderId: string | null, id: string): boolean {
  for (let at = folderId; at !== null; at = tree.nodes.get(at)?.parentId ?? null) if (at === id) return true;
  return false;
}

function undoMaking(tree: Tree, id: string, isEmpty: boolean): void {
  const node = live(tree, id);
  if (versionOf(node) > 1) refuse('cannot-undo changed');
  if (isEmpty && tree.children(id).length > 0) refuse('cannot-undo not-empty');
  tree.trash(id);
}

function undoPlace(tree: Tree, { id, from, to }: Extract<Step, { did: 'place' }>): void {
  const now = live(tree, id);
  const isRenamed = from.name !== to.name;
  const isMoved = from.parentId !== to.parentId;
  if ((isRenamed && now.name !== to.name) || (isMoved && now.parentId !== to.parentId)) refuse('cannot-undo changed');
  try {
    tree.update(id, { ...(isRenamed && { name: from.name }), ...(isMoved && { parentId: from.parentId }) });
  } catch (error) {
    const why = error instanceof Refused ? reasons[error.code] : undefined;
    if (why === undefined) throw error;
    refuse(`cannot-undo ${why}`);
  }
}

const reasons: Record<string, string> = {
  'name-taken': 'name-taken',
  'folder-not-found': 'folder-gone',
  'move-into-itself': 'changed',
};

function undoContent(tree: Tree, { id, from, to }: Extract<Step, { did: 'content' }>): void {
  const node = live(tree, id);
  if (contentOf(node) !== to) refuse('cannot-undo changed');
  if (!node.versions.some(({ content }) => content === from)) refuse('cannot-undo gone');
  tree.addContent(id, from);
}

function live(tree: Tree, id: string): Node {
  return tree.nodes.live(id) ?? refuse('cannot-undo gone');
}
