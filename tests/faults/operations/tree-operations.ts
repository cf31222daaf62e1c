import { bucket } from '#tests/support/client/bucket.ts';
import { sha256 } from '#tests/support/fixtures/bytes.ts';
import { type Item, isInside, movedTree, undoable, withContent, withItem } from '../support/ledger.ts';
import {
  already,
  answered,
  folderId,
  join,
  type Maker,
  NothingDone,
  noId,
  type Operation,
  parentOf,
  pickEntry,
  pickFile,
  pickFolder,
  randomBytes,
  type Scene,
} from '../support/scene.ts';

export const treeOperations: Record<string, { weight: number; make: Maker }> = {
  'create folder': { weight: 3, make: createFolder },
  'put object': { weight: 4, make: putObject },
  'set metadata': { weight: 2, make: setMetadata },
  link: { weight: 2, make: link },
  rename: { weight: 3, make: rename },
  move: { weight: 3, make: move },
  copy: { weight: 2, make: copy },
  batch: { weight: 2, make: batch },
};

function createFolder({ person, random, ledger, top, newName }: Scene): Operation {
  const parent = pickFolder(random, ledger);
  const name = newName();
  const path = join(parent, name);
  const send = async () => (await person.api.folders.create({ name, parentId: folderId(ledger, top, parent) })).id;
  return {
    what: `create folder ${path}`,
    send,
    after: (id) => withItem(ledger, path, { kind: 'folder', id }),
    again: () => send().catch(already('name-taken')),
  };
}

function putObject({ person, random, ledger, top, newName }: Scene): Operation {
  const path = random.oneIn(3) ? pickFile(random, ledger) : undefined;
  const target = path ?? join(pickFolder(random, ledger), newName());
  const there = ledger.items.get(target);
  const body = randomBytes(random);
  const query = { ifGenerationMatch: String(there?.kind === 'file' ? there.version : 0) };
  const send = async () => {
    const response = await answered(bucket(person).put(`${top.name}/${target}`, body, { query }));
    return ((await response.json()) as { fileId: string }).fileId;
  };
  return {
    what: `put object ${target} (${body.length} bytes)`,
    send,
    after: (id) => withContent(ledger, target, { sha256: sha256(body), size: body.length }, id),
    again: () => send().catch(already('generation-mismatch')),
  };
}

function setMetadata({ person, random, ledger, top }: Scene): Operation | undefined {
  const path = pickFile(random, ledger);
  const item = path === undefined ? undefined : ledger.items.get(path);
  if (path === undefined || item?.kind !== 'file') return undefined;
  const note = String(random.next());
  const send = async () => {
    await answered(bucket(person).patch(`${top.name}/${path}`, { customMetadata: { note } }));
    return item.id;
  };
  return {
    what: `set metadata of ${path}`,
    send,
    after: () => withItem(ledger, path, { ...item, note }),
    again: send,
  };
}

/** A new name for bytes that are stored already. */
function link({ person, random, ledger, top, newName }: Scene): Operation | undefined {
  const source = ledger.items.get(pickFile(random, ledger) ?? '');
  if (source?.kind !== 'file') return undefined;
  const { sha256: digest, size } = source;
  const parent = pickFolder(random, ledger);
  const name = newName();
  const send = async () => {
    const wanted = { name, folderId: folderId(ledger, top, parent), size, sha256: digest };
    const { file } = await person.api.files.reuse(wanted);
    // The server did not find them, or could not read them; then a client uploads.
    if (file === null) throw new NothingDone(`Bytes that are stored were not found: ${digest}`);
    return file.id;
  };
  const path = join(parent, name);
  return {
    what: `link ${path}`,
    send,
    after: (id) => withContent(ledger, path, { sha256: digest, size }, id),
    again: send,
  };
}

function rename({ person, random, ledger, newName }: Scene): Operation | undefined {
  const found = pickEntry(random, ledger);
  if (found === undefined) return undefined;
  const { path, id } = found;
  const name = newName();
  const to = join(parentOf(path), name);
  const send = () => person.api.entries.update({ id, name });
  return {
    what: `rename ${path} to ${to}`,
    send: async () => (await send()).operationId ?? undefined,
    after: (operationId) => undoable(movedTree(ledger, path, to), ledger, operationId),
    again: noId(send),
  };
}

function move({ person, random, ledger, top }: Scene): Operation | undefined {
  const found = pickEntry(random, ledger);
  if (found === undefined) return undefined;
  const { path, id } = found;
  const parent = pickFolder(random, ledger);
  const to = join(parent, path.slice(path.lastIndexOf('/') + 1));
  // What lies in a copied folder has names of other things.
  if (isInside(parent, path) || ledger.items.has(to)) return undefined;
  const send = () => person.api.entries.update({ id, parentId: folderId(ledger, top, parent) });
  return {
    what: `move ${path} to ${to}`,
    send: noId(send),
    after: () => movedTree(ledger, path, to),
    again: noId(send),
  };
}

/** The versions of a copy start at 1. */
function copy({ person, random, ledger, top, newName }: Scene): Operation | undefined {
  const found = pickEntry(random, ledger);
  if (found === undefined) return undefined;
  const { path, id } = found;
  const parent = pickFolder(random, ledger);
  if (isInside(parent, path)) return undefined;
  const name = newName();
  const to = join(parent, name);
  const copies = [...ledger.items]
    .filter(([other]) => isInside(other, path))
    .map(([other, item]): [string, Item] => {
      const unknown = { ...item, id: undefined, isStarred: undefined };
      const copied = unknown.kind === 'file' ? { ...unknown, version: 1, first: undefined } : unknown;
      return [to + other.slice(path.length), copied];
    });
  const send = async () => {
    const { folder, file } = await person.api.entries.copy({ id, name, parentId: folderId(ledger, top, parent) });
    return folder?.id ?? file?.id;
  };
  return {
    what: `copy ${path} to ${to}`,
    send,
    after: (made) => {
      const copied = { ...ledger, items: new Map([...ledger.items, ...copies]) };
      const item = copied.items.get(to);
      return item === undefined ? copied : withItem(copied, to, { ...item, id: made });
    },
    again: () => send().catch(already('name-taken')),
  };
}

/** A folder in a new folder, and something moved there: all of it or nothing. */
function batch({ person, random, ledger, top, newName }: Scene): Operation | undefined {
  const found = pickEntry(random, ledger);
  if (found === undefined) return undefined;
  const { path, id } = found;
  const [outer, inner] = [newName(), newName()];
  const moved = join(outer, path.slice(path.lastIndexOf('/') + 1));
  const send = async () => {
    const { entries } = await person.api.batch({
      operations: [
        { do: 'create-folder', name: outer, parentId: top.id },
        { do: 'create-folder', name: inner, parentId: { operation: 0 } },
        { do: 'update', id, parentId: { operation: 0 } },
      ],
    });
    return entries[0]?.folder?.id;
  };
  return {
    what: `make ${join(outer, inner)} and move ${path} to ${moved}`,
    send,
    after: (made) => {
      const withOuter = withItem(ledger, outer, { kind: 'folder', id: made });
      const withInner = withItem(withOuter, join(outer, inner), { kind: 'folder', id: undefined });
      return movedTree(withInner, path, moved);
    },
    again: () => send().catch(already('name-taken')),
  };
}
