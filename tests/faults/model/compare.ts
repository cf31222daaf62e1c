import type { Contents, File } from '#contract/records/entries.ts';
import type { Person } from '#tests/support/client/build-account.ts';
import { roomOf } from '#tests/support/database/account-usage.ts';
import { query } from '#tests/support/database/query.ts';
import { sha256 } from '#tests/support/fixtures/bytes.ts';
import type { TestServer } from '#tests/support/server/start-server.ts';
import type { Model } from './model.ts';
import { contentOf, type Node, type Version, versionOf } from './nodes.ts';
import { bytesOf } from './send.ts';
import { isUnnamed } from './tree.ts';

/** So many things are looked for by their names. */
const mostNames = 5;

export type Place = { server: TestServer; person: Person };

/**
 * Compares the whole account with the model: the tree, names, the bytes of every file, Trash, the room that is taken,
 * and that nothing is stored beside it. What the model could not name learns its id. `seen` are addresses whose bytes
 * were right before; an empty set reads all of them. Returns the differences.
 */
export async function compare({ server, person }: Place, model: Model, seen: Set<string>): Promise<string[]> {
  const differences: string[] = [];
  const folders: (string | null)[] = [null];
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) await compareFolder(folder);
  await compareTrash();
  await compareStarred();
  await compareFound();
  await compareStorage();
  await compareRoom();
  return differences;

  async function compareFolder(id: string | null): Promise<void> {
    const expected = new Map(live(model.nodes.below(id)).map((node) => [node.name, node]));
    const { folder, folders: below, files } = await children(id);
    const held = contentsOf(id);
    if (JSON.stringify(folder.contents) !== JSON.stringify(held))
      differences.push(`${id} holds ${JSON.stringify(folder.contents)}, expected: ${JSON.stringify(held)}`);
    for (const entry of [...below, ...files]) {
      const node = expected.get(entry.name);
      expected.delete(entry.name);
      if (node?.kind !== ('url' in entry ? 'file' : 'folder')) {
        differences.push(`${entry.name} in ${id} is a ${'url' in entry ? 'file' : 'folder'}, expected: ${node?.kind}`);
        continue;
      }
      if (isUnnamed(node.id)) model.rename(node.id, entry.id);
      else if (node.id !== entry.id) differences.push(`${entry.name} in ${id} is ${entry.id}, expected: ${node.id}`);
      const named = model.nodes.get(entry.id);
      if (named !== undefined) model.nodes.set({ ...named, createdAt: entry.createdAt });
      if ('url' in entry) await compareFile(entry, node);
      else folders.push(entry.id);
    }
    for (const name of expected.keys()) differences.push(`${name} in ${id} is missing`);
  }

  function contentsOf(id: string | null): Contents {
    const held = { folders: 0, files: 0, bytes: 0 };
    for (const node of live(model.nodes.below(id))) {
      if (node.kind === 'file') {
        held.files += 1;
        held.bytes += bytesOf(contentOf(node)).length;
        continue;
      }
      const inside = contentsOf(node.id);
      held.folders += inside.folders + 1;
      held.files += inside.files;
      held.bytes += inside.bytes;
    }
    return held;
  }

  async function children(id: string | null) {
    const page = await person.api.folders.children({ id: id ?? 'root', limit: 1000 });
    if (page.nextCursor !== null) throw new Error('More in a folder than one page holds');
    return page;
  }

  async function compareFile({ name, url, version, size }: File, node: Node): Promise<void> {
    const expected = versionOf(node);
    if (version !== expected) differences.push(`${name} is version ${version}, expected: ${expected}`);
    const content = bytesOf(contentOf(node));
    if (size !== content.length) differences.push(`${name} has ${size} bytes, expected: ${content.length}`);
    if (seen.has(url)) return;
    const response = await person.fetch(url);
    if (!response.ok || sha256(await response.arrayBuffer()) !== sha256(content)) {
      differences.push(`the bytes of ${name} are others (${response.status})`);
    }
    seen.add(url);
  }

  async function compareTrash(): Promise<void> {
    const expected = new Map(
      [...model.nodes.all()].filter(({ trashedAt }) => trashedAt !== null).map((node) => [node.id, node]),
    );
    let cursor: string | undefined;
    do {
      const page = await person.api.trash.list({ limit: 1000, ...(cursor === undefined ? {} : { cursor }) });
      for (const { entry, folderName } of page.items) {
        const { id = '', name } = entry.folder ?? entry.file ?? {};
        const node = expected.get(id);
        const from = node?.parentId ? model.nodes.get(node.parentId)?.name : 'Root';
        if (node === undefined) differences.push(`${name} (${id}) is in Trash`);
        else if (node.name !== name || from !== folderName)
          differences.push(`${name} from ${folderName} is in Trash, expected: ${node.name} from ${from}`);
        expected.delete(id);
      }
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    for (const { name, id } of expected.values()) differences.push(`${name} (${id}) is not in Trash`);
  }

  async function compareStarred(): Promise<void> {
    const nodes = [...model.nodes.all()];
    const expected = new Set(nodes.filter(({ id, starred }) => starred && model.nodes.live(id)).map(({ id }) => id));
    let cursor: string | undefined;
    do {
      const page = await person.api.views({ view: 'starred', limit: 1000, cursor });
      for (const { entry } of page.hits) {
        const { id = '', name } = entry.folder ?? entry.file ?? {};
        if (!expected.delete(id)) differences.push(`${name} (${id}) is starred`);
      }
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    for (const id of expected) differences.push(`${id} is not starred`);
  }

  /** Everything that is there is found without a word, and some of it by its name. */
  async function compareFound(): Promise<void> {
    const there = [...model.nodes.all()].filter(({ id }) => model.nodes.live(id));
    const expected = new Map(there.map((node) => [node.id, node.name]));
    for (const { id = '', name } of await foundBy('')) {
      if (expected.get(id) !== name) differences.push(`${name} (${id}) is found, expected: ${expected.get(id)}`);
      expected.delete(id);
    }
    for (const [id, name] of expected) differences.push(`${name} (${id}) is not found`);
    for (const { id, name } of there.slice(-mostNames))
      if (!(await foundBy(name)).some((entry) => entry.id === id))
        differences.push(`${name} (${id}) is not found by its name`);
  }

  async function foundBy(q: string) {
    const found: { id?: string; name?: string }[] = [];
    let cursor: string | undefined;
    do {
      const page = await person.api.search({ q, limit: 200, cursor });
      found.push(...page.hits.map(({ entry }) => entry.folder ?? entry.file ?? {}));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return found;
  }

  async function compareStorage(): Promise<void> {
    const sum = (versions: readonly Version[]) => ({
      count: versions.length,
      bytes: versions.reduce((total, { content }) => total + bytesOf(content).length, 0),
    });
    const files = [...model.nodes.all()].filter(({ kind }) => kind === 'file');
    const tops = [...model.nodes.all()].filter(({ trashedAt }) => trashedAt !== null);
    const inTops = tops.map(({ id, kind, versions }) =>
      kind === 'file' ? sum(versions.slice(-1)).bytes : contentsOf(id).bytes,
    );
    const expected = {
      files: sum(files.flatMap(({ versions }) => versions.slice(-1))),
      oldVersions: sum(files.flatMap(({ versions }) => versions.slice(0, -1))),
      trash: { count: tops.length, bytes: inTops.reduce((total, bytes) => total + bytes, 0) },
    };
    const { kinds, oldVersions, trash } = await person.api.storage();
    const told = {
      files: {
        count: kinds.reduce((total, { count }) => total + count, 0),
        bytes: kinds.reduce((total, { bytes }) => total + bytes, 0),
      },
      oldVersions,
      trash,
    };
    if (JSON.stringify(told) !== JSON.stringify(expected))
      differences.push(`the storage is ${JSON.stringify(told)}, expected: ${JSON.stringify(expected)}`);
  }

  /** Rows that no walk reaches would be those of a cycle, or of things that are gone. */
  async function compareRoom(): Promise<void> {
    const nodes = [...model.nodes.all()];
    const contents = model.contents();
    const counts = {
      entries: nodes.length,
      versions: nodes.reduce((sum, { versions }) => sum + versions.length, 0),
      blobs: contents.size,
      uploads: 0,
    };
    for (const [table, expected] of Object.entries(counts)) {
      const [row] = await query(server, `select count(*) as n from ${table}`);
      const count = Number(row?.['n']);
      if (count !== expected) differences.push(`${count} ${table}, expected: ${expected}`);
    }
    const { used, reserved } = await roomOf(server, person);
    if (used !== model.usedBytes() || reserved !== 0)
      differences.push(`${used} bytes used and ${reserved} reserved, expected: ${model.usedBytes()} and 0`);
  }
}

function live(nodes: Node[]): Node[] {
  return nodes.filter(({ trashedAt }) => trashedAt === null);
}
