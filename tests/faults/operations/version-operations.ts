import { withContent, withItem } from '../support/ledger.ts';
import {
  already,
  folderId,
  type Maker,
  noId,
  type Operation,
  parentOf,
  pickEntry,
  pickFile,
  pickFrom,
  type Scene,
} from '../support/scene.ts';
import { trashedTree } from './trash-operations.ts';

/** What is done with earlier versions, with stars, and with what was done before. */
export const versionOperations: Record<string, { weight: number; make: Maker }> = {
  star: { weight: 1, make: star },
  'restore version': { weight: 2, make: restoreVersion },
  'keep both': { weight: 2, make: keepBoth },
  'move into a file': { weight: 2, make: moveIntoFile },
  undo: { weight: 8, make: undo },
};

function star({ person, random, ledger }: Scene): Operation | undefined {
  const found = pickEntry(random, ledger);
  const item = found && ledger.items.get(found.path);
  if (found === undefined || item === undefined) return undefined;
  const { path, id } = found;
  const starred = item.isStarred === undefined;
  const send = noId(() => person.api.entries.update({ id, starred }));
  return {
    what: `${starred ? 'star' : 'unstar'} ${path}`,
    send,
    after: () => withItem(ledger, path, { ...item, isStarred: starred || undefined }),
    again: send,
  };
}

/** The first one becomes the next one. */
function restoreVersion({ person, random, ledger }: Scene): Operation | undefined {
  const file = pickChanged(random, ledger);
  if (file === undefined) return undefined;
  const { path, id, version, first } = file;
  const send = async () => {
    const { versions } = await person.api.versions.list({ id });
    // A client that lost the answer to it sees that it is done.
    if (versions[0]?.version === version) {
      const versionId = versions.at(-1)?.id ?? '';
      await person.api.versions.restore({ id, versionId });
    }
    return id;
  };
  return {
    what: `restore the first version of ${path}`,
    send,
    after: () => withContent(ledger, path, first, id),
    again: send,
  };
}

/** What a file holds becomes a file of its own, and it has its first version again. */
function keepBoth({ person, random, ledger }: Scene): Operation | undefined {
  const file = pickChanged(random, ledger);
  if (file === undefined) return undefined;
  const { path, id, version, first, item } = file;
  const added = `${path} (new)`;
  if (version !== 2 || ledger.items.has(added)) return undefined;
  const send = async () => (await person.api.versions.keepBoth({ files: [{ id, version }] })).files[0]?.added.id;
  return {
    what: `keep both versions of ${path}`,
    send,
    after: (made) => {
      const again = withItem(ledger, path, { ...item, ...first, version: version + 1, first: undefined });
      const { sha256, size, note } = item;
      return withContent(again, added, { sha256, size, note }, made);
    },
    again: () => send().catch(already('generation-mismatch')),
  };
}

/** A file becomes the next version of another one, and goes to Trash. */
function moveIntoFile({ person, random, ledger, top }: Scene): Operation | undefined {
  const [path, to] = [pickFile(random, ledger), pickFile(random, ledger)];
  const item = ledger.items.get(path ?? '');
  if (path === undefined || to === undefined || path === to || item?.kind !== 'file') return undefined;
  const { id, sha256, size, note } = item;
  if (id === undefined) return undefined;
  const parentId = folderId(ledger, top, parentOf(to));
  const name = to.slice(to.lastIndexOf('/') + 1);
  const send = noId(() =>
    person.api.batch({ operations: [{ do: 'update', id, parentId, name, ifTaken: 'next-version' }] }),
  );
  return {
    what: `move ${path} into ${to}`,
    send,
    after: () => trashedTree(withContent(ledger, to, { sha256, size, note }, undefined), top, { path, id }),
    again: () => send().catch(already('entry-not-found')),
  };
}

function undo({ person, ledger }: Scene): Operation | undefined {
  if (ledger.undo === undefined) return undefined;
  const { operationId, items, trash } = ledger.undo;
  const send = noId(() => person.api.undo({ operationId }));
  return {
    what: `undo ${operationId}`,
    send,
    after: () => ({ ...ledger, items, trash, undo: undefined }),
    again: () => send().catch(already('operation-not-found')),
  };
}

/** A file with an earlier version. */
function pickChanged(random: Scene['random'], { items }: Scene['ledger']) {
  const changed = [...items].flatMap(([path, item]) =>
    item.kind === 'file' && item.id !== undefined && item.first !== undefined
      ? [{ path, id: item.id, version: item.version, first: item.first, item }]
      : [],
  );
  return pickFrom(random, changed);
}
