import { copyFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject } from 'vitest';
import { signUp } from '../client/build-account.ts';
import { query } from '../database/query.ts';
import { sha256 } from '../fixtures/bytes.ts';
import { emptyInstallation, type Installation, ownFolder, serve } from '../server/operator.ts';
import { narrowed, type Rows, rowsOf } from './older-data.ts';
import { makeOlder } from './older-installation.ts';
import { olderBytes } from './older-rows.ts';

/** Starts this version on the data of the one that ended with a step: each row is there, and it works. */
export async function expectTakenOver(step: string): Promise<void> {
  const older = await emptyInstallation();
  await makeOlder(older, step);
  const before = await rowsOf(older);
  for (const copy of ['before-000-first.db', 'before-000-second.db'])
    await writeFile(join(older.dataFolder, copy), 'an earlier copy');

  const server = await serve(older);
  // What the older version knew of each row is the same; its columns are those that were read before.
  const after = await rowsOf(older);
  expect(narrowed(after, before)).toEqual(narrowed(before, before));
  const small = await query(older, `select sort_size from entries where name = 'small.bin'`);
  expect(await query(older, `select folders, files, bytes from folder_contents where folder_id = 'trash'`)).toEqual([
    { folders: 1, files: 0, bytes: small[0]?.['sort_size'] ?? 0 },
  ]);

  const person = await signUp(server);
  for (const table of ['entries', 'blobs', 'uploads'])
    await query(server, `update ${table} set account = '${person.uid}'`);
  const { folders } = await person.api.folders.children({ id: 'root' });
  const { files } = await person.api.folders.children({ id: folders.find(({ name }) => name === 'Ältere')?.id ?? '' });
  expect(files.map(({ name }) => name)).toEqual(['one.bin']);
  expect(sha256(await (await person.fetch(files[0]?.url ?? '')).arrayBuffer())).toBe(sha256(olderBytes));
  expect(
    await query(
      server,
      `select name, sort_name, sort_size from entries where parent_id is null and trashed_at is null order by id`,
    ),
  ).toEqual([
    { name: 'Ältere', sort_name: 'altere', sort_size: 0 },
    { name: 'Cafe\u0301', sort_name: 'cafe', sort_size: 0 },
  ]);
  expect(await query(server, `select sort_name, sort_size, sort_kind from entries where name = 'one.bin'`)).toEqual([
    { sort_name: 'one\u001fbin', sort_size: 20_000, sort_kind: 'unknown' },
  ]);
  // Names of which the case differs are no longer the same.
  await person.api.folders.create({ name: 'ältere', parentId: null });
  for (const name of ['Ältere', 'Café'])
    await expect(person.api.folders.create({ name, parentId: null })).rejects.toMatchObject({ code: 'name-taken' });

  await expectCopy(older, before);
  await server.stop();
}

/** The newest two copies are stored, and the newest is the database as it was. */
async function expectCopy({ dataFolder }: Installation, before: Rows): Promise<void> {
  const copies = (await readdir(dataFolder)).filter((name) => name.startsWith('before-')).toSorted();
  if (inject('database') === 'postgres') {
    expect(copies).toEqual(['before-000-first.db', 'before-000-second.db']);
    return;
  }
  expect(copies).toHaveLength(2);
  expect(copies[0]).toBe('before-000-second.db');
  const aside = await ownFolder('copy');
  await copyFile(join(dataFolder, copies[1] ?? ''), join(aside, 'keepsake.db'));
  expect(await rowsOf({ dataFolder: aside, databaseUrl: undefined })).toEqual(before);
}
