import type { ObjectMetadata } from '#contract/records/objects.ts';
import { bucket } from '#tests/support/client/bucket.ts';
import type { Person } from '#tests/support/client/build-account.ts';
import { sha256 } from '#tests/support/fixtures/bytes.ts';
import type { Item, Ledger } from './ledger.ts';

/** What a server shows of a client's folder: entries by path, each with its id, each file with its bytes as they come. */
export type Shown = ReadonlyMap<string, Item & { id: string }>;

/** Reads all there is below a folder, by the tree, by the bucket and by search, with every byte. Throws when they differ. */
export async function observe(person: Person, top: { id: string; name: string }): Promise<Shown> {
  const shown = new Map<string, Item & { id: string }>();
  const objects = new Map((await objectsBelow(person, top.name)).map((object) => [object.fileId, object]));
  const folders = [{ id: top.id, path: '' }];
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    const page = await person.api.folders.children({ id: folder.id, limit: 1000 });
    for (const { id, name, starred } of page.folders) {
      const path = `${folder.path}${name}`;
      show(path, { kind: 'folder', id, isStarred: starred || undefined });
      folders.push({ id, path: `${path}/` });
    }
    for (const { id, name, url, size, version, starred } of page.files) {
      const object = objects.get(id);
      objects.delete(id);
      const body = new Uint8Array(await (await person.fetch(url)).arrayBuffer());
      const isOne = object?.generation === version && object.size === size && object.sha256 === sha256(body);
      if (!isOne || body.length !== size)
        throw new Error(`${name} has ${body.length} bytes: ${JSON.stringify(object)}`);
      show(`${folder.path}${name}`, {
        kind: 'file',
        id,
        isStarred: starred || undefined,
        sha256: sha256(body),
        size,
        version,
        note: object.customMetadata['note'],
      });
    }
  }
  const [hidden] = objects.values();
  if (hidden !== undefined) throw new Error(`The tree does not show ${hidden.fullPath}`);
  const found = await foundBelow(person, top.id);
  const listed = [...shown].map(([path, { id }]) => `${id} ${path.split('/').at(-1)}`);
  if (String(found.toSorted()) !== String(listed.toSorted()))
    throw new Error(`Search finds ${String(found)}, the tree shows ${String(listed)}`);
  return shown;

  function show(path: string, item: Item & { id: string }) {
    if (shown.has(path)) throw new Error(`${path} is there twice`);
    shown.set(path, item);
  }
}

/** The ids and names of all that search finds there. */
async function foundBelow(person: Person, folderId: string): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await person.api.search({ folderId, limit: 200, cursor });
    for (const { entry } of page.hits) {
      const { id = '', name } = entry.folder ?? entry.file ?? {};
      found.push(`${id} ${name}`);
    }
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return found;
}

async function objectsBelow(person: Person, folder: string): Promise<ObjectMetadata[]> {
  const found: ObjectMetadata[] = [];
  let pageToken: string | null = null;
  do {
    const query: Record<string, string> = pageToken === null ? {} : { pageToken };
    const page = await bucket(person).list({ prefix: `${folder}/`, ...query });
    found.push(...page.items);
    pageToken = page.nextPageToken;
  } while (pageToken !== null);
  return found;
}

/** What differs between what is shown and what has to be there; empty when nothing does. */
export function differences(shown: Shown, { items }: Ledger): string[] {
  const paths = new Set([...shown.keys(), ...items.keys()]);
  return [...paths].flatMap((path) => {
    const [is, wanted] = [shown.get(path), items.get(path)];
    // Earlier versions are not looked at.
    const expected = wanted && { ...wanted, id: wanted.id ?? is?.id, first: undefined };
    const [one, other] = [JSON.stringify(sorted(is)), JSON.stringify(sorted(expected))];
    return one === other ? [] : [`${path}: is ${one}, should be ${other}`];
  });
}

function sorted(item: object | undefined): unknown {
  return item && Object.fromEntries(Object.entries(item).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** The ledger with the ids that only the server knew. */
export function withIds(ledger: Ledger, shown: Shown): Ledger {
  const items = [...ledger.items].map(
    ([path, item]) => [path, { ...item, id: shown.get(path)?.id ?? item.id }] as const,
  );
  return { ...ledger, items: new Map(items) };
}
