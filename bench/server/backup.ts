import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import SqliteDatabase from 'better-sqlite3';
import { naturalKey } from '#contract/names/natural-order.ts';
import { newId } from '#server/database/new-id.ts';
import { signUp } from '#tests/support/client/build-account.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import type { Figure } from '../support/figures.ts';
import { newFolder, startKeepsake } from '../support/server-process.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const smallFiles = 20_000;
const smallBytes = 1000;
const largeFiles = 16;
const largeBytes = 64 * 1024 ** 2;

/** The duration of the operator's commands for an account with many small files and 1 GiB in large ones, on SQLite. */
export async function measureBackup(): Promise<Figure[]> {
  const folder = await newFolder();
  const [data, backup, elsewhere] = ['data', 'backup', 'elsewhere'].map((name) => join(folder.path, name)) as [
    string,
    string,
    string,
  ];
  try {
    await fill(data);
    const figures = [
      await timed('doctor', data, ['doctor']),
      await timed('doctor --deep', data, ['doctor', '--deep']),
      await timed('first backup', data, ['backup', backup]),
      await timed('next backup, nothing new', data, ['backup', backup]),
      await timed('verify-backup', data, ['verify-backup', backup]),
      await timed('restore', elsewhere, ['restore', backup]),
    ];
    return [...figures, await sizeOfRows(data, backup)];
  } finally {
    await folder.remove();
  }
}

async function timed(what: string, data: string, args: string[]): Promise<Figure> {
  const began = performance.now();
  const env = { PATH: process.env.PATH ?? '', KEEPSAKE_DATA: data };
  const child = spawn(join(root, 'node_modules/.bin/node'), [join(root, 'server/dist/operate.js'), ...args], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`keepsake ${args.join(' ')} ended with ${code}`);
  return { what, value: `${((performance.now() - began) / 1000).toFixed(1)} s` };
}

/** Writes the rows of an account and its blobs, as uploads would have done. */
async function fill(data: string): Promise<void> {
  await mkdir(data);
  const server = await startKeepsake(data);
  const { uid } = await signUp(server);
  await server.stop();
  const db = new SqliteDatabase(join(data, 'keepsake.db'));
  const insert = {
    entry: db.prepare(
      `insert into entries (id, account, kind, name, name_key, sort_name, sort_size, sort_kind, created_at, modified_at, current_version) values (?, '${uid}', 'file', ?, ?, ?, ?, 'text', 1, 1, ?)`,
    ),
    blob: db.prepare(`insert into blobs (id, account, size, created_at, sha256) values (?, '${uid}', ?, 1, ?)`),
    version: db.prepare(
      `insert into versions (id, entry_id, blob_id, size, content_type, created_at, generation) values (?, ?, ?, ?, 'text/plain', 1, 1)`,
    ),
    small: db.prepare('insert into small_blobs (blob_id, bytes) values (?, ?)'),
  };
  const add = (name: string, body: Uint8Array) => {
    const [entry, blob, version] = [newId(), newId(), newId()];
    insert.entry.run(entry, name, name, naturalKey(name), body.length, version);
    insert.blob.run(blob, body.length, sha256(body));
    insert.version.run(version, entry, blob, body.length);
    return blob;
  };
  db.exec('begin');
  const [files, size] = [smallFiles + largeFiles, smallFiles * smallBytes + largeFiles * largeBytes];
  db.prepare(`insert into accounts (user_id, used_bytes, used_entries) values ('${uid}', ?, ?)`).run(size, files);
  db.prepare(
    `insert into folder_contents (account, folder_id, folders, files, bytes) values ('${uid}', '', 0, ?, ?)`,
  ).run(files, size);
  for (let i = 0; i < smallFiles; i += 1) {
    const body = bytes(smallBytes, `small ${i}`);
    insert.small.run(add(`small ${i}`, body), body);
  }
  for (let i = 0; i < largeFiles; i += 1) {
    const body = bytes(largeBytes, `large ${i}`);
    const id = add(`large ${i}`, body);
    const path = join(data, 'blobs', id.slice(-2), id);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, body);
  }
  db.exec('commit');
  db.close();
}

async function sizeOfRows(data: string, backup: string): Promise<Figure> {
  const [snapshot = ''] = await readdir(join(backup, 'snapshots'));
  const rows = join(backup, 'snapshots', snapshot, 'rows');
  const sizes = await Promise.all((await readdir(rows)).map(async (name) => (await stat(join(rows, name))).size));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const database = (await stat(join(data, 'keepsake.db'))).size - smallFiles * smallBytes;
  return {
    what: 'rows in a snapshot, relative to the database without the small files',
    value: (total / database).toFixed(2),
  };
}
