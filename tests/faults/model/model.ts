import { createNodes, type Node, versionOf } from './nodes.ts';
import { type Operation, type Outcome, Refused } from './operation.ts';
import { moveMany, place } from './placing.ts';
import { createTree, isUnnamed, refuse, renamed, type Step } from './tree.ts';
import { undoStep } from './undoing.ts';
import { keepBoth, removeVersion, restoreVersion } from './versions.ts';

/** So many of the newest operations can be undone. */
const undoable = 60;

export type Model = ReturnType<typeof createModel>;

/**
 * The account as it has to be: folders and files as plain objects in memory, one operation after the other. `sizes` are
 * the bytes of each content.
 */
export function createModel(sizes: ReadonlyMap<string, number>) {
  const nodes = createNodes();
  const tree = createTree(nodes);
  const operations = new Map<string, readonly Step[]>();

  return {
    nodes,

    /** The ids of what can be undone, the newest last. Of what was copied into a folder the ids are learned later. */
    operations: () =>
      [...operations].filter(([, steps]) => !steps.some(({ id }) => isUnnamed(id))).map(([operationId]) => operationId),

    /** What an operation did, each step with the thing as it is now. */
    told: (operationId: string) => operations.get(operationId)?.map((step) => [step, nodes.get(step.id)]),

    /** Gives a node the id that the server gave it, also where an operation is remembered that moved something there. */
    rename(id: string, to: string): void {
      nodes.rename(id, to);
      for (const [operationId, steps] of operations)
        operations.set(
          operationId,
          steps.map((step) => renamed(step, id, to)),
        );
    },

    /** Does an operation. The server tells the id of what it made, which a model cannot know, and that of the operation. */
    apply(operation: Operation, madeId = 'made', operationId: string | null = null): Outcome {
      const outcome = attempt(operation, madeId);
      if (outcome.is === 'done' && operation.kind === 'undo') operations.delete(operation.operationId);
      if (outcome.is === 'done' && operationId !== null) {
        operations.set(operationId, tree.steps());
        const [oldest] = operations.size > undoable ? operations.keys() : [];
        if (oldest !== undefined) operations.delete(oldest);
      }
      return outcome;
    },

    /** What an operation would do now. */
    ask: (operation: Operation): Outcome => nodes.tried(() => attempt(operation, 'made')),

    contents,

    /** The bytes that the account takes: each content once. */
    usedBytes(): number {
      return [...contents()].reduce((sum, content) => sum + (sizes.get(content) ?? Number.NaN), 0);
    },
  };

  function attempt(operation: Operation, madeId: string): Outcome {
    tree.begin();
    try {
      return nodes.allOrNothing(() => work(operation, madeId));
    } catch (error) {
      if (error instanceof Refused) return { is: 'refused', code: error.code };
      throw error;
    }
  }

  function work(operation: Operation, madeId: string): Outcome {
    switch (operation.kind) {
      case 'create':
        return done(tree.create(operation, madeId));
      case 'upload':
        return done(tree.put(operation, operation.content, madeId));
      case 'link': {
        const { content, parentId, name } = operation;
        if (!contents().has(content)) return { is: 'nothing', answer: 'absent' };
        tree.requireFolder(parentId);
        const there = tree.taken(parentId, name);
        if (there?.versions.at(-1)?.content === content) return { is: 'nothing', answer: 'same' };
        return done(tree.put(operation, content, madeId));
      }
      case 'update':
        return done(tree.update(operation.id, operation));
      case 'star':
        if (tree.live(operation.id).starred === operation.starred) return { is: 'nothing', answer: 'same' };
        return done(tree.star(operation.id, operation.starred));
      case 'copy':
        return done(tree.copy(operation.id, operation, madeId));
      case 'trash':
        return done(tree.trash(operation.id));
      case 'restore':
        return done(tree.restore(operation.id));
      case 'remove':
        return done(tree.remove(operation.id));
      case 'place':
        return done(tree.live(place(tree, operation, madeId)));
      case 'move-many':
        return done(moveMany(tree, operation));
      case 'restore-version':
        return done(restoreVersion(tree, operation.id, operation.number));
      case 'remove-version':
        return done(removeVersion(tree, operation.id, operation.number));
      case 'keep-both':
        return done(keepBoth(tree, operation.id, operation.number, madeId));
      default: {
        const steps = operations.get(operation.operationId) ?? refuse('operation-not-found');
        for (const step of steps.toReversed()) undoStep(tree, step);
        return { is: 'done', id: '', name: '', parentId: null, version: 0, operationId: null };
      }
    }
  }

  /** Everything that any version has. */
  function contents(): Set<string> {
    return new Set([...nodes.all()].flatMap(({ versions }) => versions.map(({ content }) => content)));
  }
}

function done(node: Node): Outcome {
  const { id, name, parentId } = node;
  return { is: 'done', id, name, parentId, version: versionOf(node), operationId: null };
}
