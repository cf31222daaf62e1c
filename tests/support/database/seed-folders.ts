import { randomUUID } from 'node:crypto';
import type { Person } from '../client/build-account.ts';
import type { TestServer } from '../server/start-server.ts';
import { query } from './query.ts';

type Reachable = Pick<TestServer, 'dataFolder' | 'databaseUrl'>;

/** Inserts folders one inside the other, from Root, however deep; returns their ids from the top. */
export async function seedFolders(server: Reachable, person: Person, count: number): Promise<string[]> {
  // The account has its row with its first folder.
  const top = await person.api.folders.create({ name: '1', parentId: null });
  const ids = [top.id, ...Array.from({ length: count - 1 }, () => randomUUID())];
  await insert(
    server,
    person,
    ids.slice(1).map((id, i) => ({ id, parentId: ids[i] ?? '', name: `${i + 2}` })),
  );
  return ids;
}

/** Inserts empty folders into a folder. */
export async function seedSiblings(
  server: Reachable,
  person: Person,
  parentId: string,
  count: number,
  nameOf = (i: number) => `s${i}`,
): Promise<void> {
  await insert(
    server,
    person,
    Array.from({ length: count }, (_, i) => ({ id: randomUUID(), parentId, name: nameOf(i) })),
  );
}

async function insert(server: Reachable, { uid }: Person, folders: { id: string; parentId: string; name: string }[]) {
  const rows = folders.map(
    ({ id, parentId, name }) => `('${id}', '${uid}', '${parentId}', 'folder', '${name}', '${name}', 0, 0)`,
  );
  await query(
    server,
    `insert into entries (id, account, parent_id, kind, name, name_key, created_at, modified_at) values ${rows.join(',')}`,
  );
}
