import { change, type Item, isInside, type Ledger, type Trashed, undoable, withoutTree } from '../support/ledger.ts';
import {
  already,
  join,
  type Maker,
  noId,
  type Operation,
  parentOf,
  pickEntry,
  pickFrom,
  type Scene,
} from '../support/scene.ts';

/** Trash holds at most so much of one client, so that emptying it is an operation among others. */
const fullTrash = 8;

export const trashOperations: Record<string, { weight: number; make: Maker }> = {
  trash: { weight: 3, make: trash },
  restore: { weight: 2, make: restore },
  'remove for good': { weight: 1, make: removeForGood },
  'empty trash': { weight: 0.5, make: emptyTrash },
};

function trash({ person, random, ledger, top }: Scene): Operation | undefined {
  const found = pickEntry(random, ledger);
  if (found === undefined) return undefined;
  const { path, id } = found;
  const send = async () => (await person.api.entries.remove({ id })).operationId ?? undefined;
  return {
    what: `trash ${path}`,
    send,
    after: (operationId) => undoable(trashedTree(ledger, top, { path, id }), ledger, operationId),
    again: () => send().catch(already('entry-not-found')),
  };
}

/** The ledger with an entry in Trash. */
export function trashedTree(ledger: Ledger, top: Scene['top'], { path, id }: { path: string; id: string }): Ledger {
  const parent = parentOf(path);
  const items = [...ledger.items].filter(([other]) => isInside(other, path));
  const trashed: Trashed = {
    name: path.slice(path.lastIndexOf('/') + 1),
    parentId: parent === '' ? top.id : ledger.items.get(parent)?.id,
    items: new Map(items.map(([other, item]) => [other.slice(path.length), item])),
  };
  return { ...withoutTree(ledger, path), trash: change(ledger.trash, id, trashed) };
}

/** Only what goes back to where it was, under its own name. */
function restore({ person, random, ledger, top }: Scene): Operation | undefined {
  const [id, trashed] = pickFrom(random, [...ledger.trash]) ?? [];
  if (id === undefined || trashed === undefined) return undefined;
  const parent = pathOf(ledger, top.id, trashed.parentId);
  if (parent === undefined) return undefined;
  const path = join(parent, trashed.name);
  if (ledger.items.has(path)) return undefined;
  const send = noId(() => person.api.trash.restore({ id }));
  return {
    what: `restore ${path}`,
    send,
    after: () => ({
      ...ledger,
      trash: change(ledger.trash, id, undefined),
      items: new Map([...ledger.items, ...[...trashed.items].map(([rest, item]) => [path + rest, item] as const)]),
    }),
    again: () => send().catch(already('not-in-trash')),
  };
}

function removeForGood({ person, random, ledger }: Scene): Operation | undefined {
  const [id] = pickFrom(random, [...ledger.trash]) ?? [];
  if (id === undefined) return undefined;
  const send = noId(() => person.api.trash.remove({ id }));
  return {
    what: `remove ${id} for good`,
    send,
    after: () => ({ ...ledger, trash: change(ledger.trash, id, undefined), gone: [...ledger.gone, id] }),
    again: () => send().catch(already('not-in-trash')),
  };
}

/** It empties the Trash of the whole account. */
function emptyTrash({ person, ledger, isAlone }: Scene): Operation | undefined {
  if (!isAlone || ledger.trash.size < fullTrash) return undefined;
  const send = noId(() => person.api.trash.empty());
  return {
    what: 'empty trash',
    send,
    after: () => ({ ...ledger, trash: new Map(), gone: [...ledger.gone, ...ledger.trash.keys()] }),
    again: send,
  };
}

function pathOf({ items }: Ledger, topId: string, id: string | undefined): string | undefined {
  if (id === topId) return '';
  return [...items].find(([, item]: [string, Item]) => item.kind === 'folder' && item.id === id)?.[0];
}
