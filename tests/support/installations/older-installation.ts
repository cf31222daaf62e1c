import * as fs from 'node:fs/promises';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { dirname, join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import { FileMigrationProvider, Migrator } from 'kysely/migration';
import pg from 'pg';
import { blobFile } from '../database/blob-of.ts';
import { query } from '../database/query.ts';
import { bytes } from '../fixtures/bytes.ts';
import { projectFolder } from '../fixtures/project-copy.ts';
import type { Installation } from '../server/operator.ts';

const migrationFolder = join(projectFolder, 'server/database/migrations');

const blob = '01990000-0000-7000-8000-00000000b10b';
const upload = '01990000-0000-7000-8000-0000000000ab';
/** What the one file of an older installation holds. */
export const olderBytes = bytes(20_000, 'older');

/** The steps of the database that were made before the newest. */
export async function olderSteps(): Promise<string[]> {
  const names = (await readdir(migrationFolder)).map((name) => name.replace(/\.ts$/, '')).toSorted();
  return names.slice(0, -1);
}

/** Makes an installation as the version that knew the steps up to this one left it, with rows in every table. */
export async function makeOlder(installation: Installation, step: string): Promise<void> {
  const { dataFolder, databaseUrl } = installation;
  const db = new Kysely<unknown>({
    dialect:
      databaseUrl === undefined
        ? new SqliteDialect({ database: new SqliteDatabase(join(dataFolder, 'keepsake.db')) })
        : new PostgresDialect({ pool: new pg.Pool({ connectionString: databaseUrl }) }),
  });
  const provider = new FileMigrationProvider({ fs, path, migrationFolder });
  const { error } = await new Migrator({ db, provider }).migrateTo(step);
  await db.destroy();
  if (error !== undefined) throw error;
  for (const [since, statement] of rows(Date.now())) if (step >= since) await query(installation, statement);

  await writeFile(join(dataFolder, 'secret'), `${'s'.repeat(43)}\n`, { mode: 0o600 });
  for (const [id, content] of [[blob, olderBytes] as const, [upload, bytes(10)] as const]) {
    await mkdir(dirname(blobFile(dataFolder, id)), { recursive: true });
    await writeFile(blobFile(dataFolder, id), content);
  }
  await writeFile(join(dataFolder, 'blobs', '.installation'), 'older\n');
}

/** Statements and the step since which there is what they fill. */
function rows(now: number): [string, string][] {
  const later = now + 10 ** 7;
  return [
    ['001', `insert into installation (id) values ('older')`],
    ['001', `insert into accounts (user_id, revision, used_bytes, reserved_bytes) values ('ada', 3, 20000, 99)`],
    [
      '001',
      `insert into entries (id, account, parent_id, kind, name, name_key, created_at, modified_at, trashed_at, current_version) values
        ('01990000-0000-7000-8000-000000000001', 'ada', null, 'folder', 'Ältere', 'ältere', 1, 2, null, null),
        ('01990000-0000-7000-8000-000000000002', 'ada', '01990000-0000-7000-8000-000000000001', 'file', 'one.bin', 'one.bin', 3, 4, null, '01990000-0000-7000-8000-00000000ec51'),
        ('01990000-0000-7000-8000-000000000003', 'ada', null, 'folder', 'Gone', 'gone', 5, 6, ${now}, null)`,
    ],
    ['001', `insert into blobs (id, account, size, created_at) values ('${blob}', 'ada', 20000, 8)`],
    [
      '001',
      `insert into versions (id, entry_id, blob_id, size, content_type, created_at, generation) values
        ('01990000-0000-7000-8000-00000000ec51', '01990000-0000-7000-8000-000000000002', '${blob}', 20000, 'application/octet-stream', 9, 1)`,
    ],
    [
      '001',
      `insert into uploads (id, account, parent_id, name, length, content_type, metadata, created_at, expires_at) values
        ('${upload}', 'ada', null, 'half.bin', 99, 'text/plain', '{}', ${now}, ${later})`,
    ],
    [
      '001',
      `insert into changes (account, revision, entry_id, at) values ('ada', 3, '01990000-0000-7000-8000-000000000003', ${now})`,
    ],
    ['002', `insert into previews (blob_id, state, tries) values ('${blob}', 'none', 1)`],
    [
      '003',
      `insert into app_passwords (id, account, name, token_hash, created_at) values ('p', 'ada', 'A program', 'hash', 10)`,
    ],
    [
      '003',
      `insert into download_tokens (id, account, entry_id, token_hash, created_at) values ('t', 'ada', '01990000-0000-7000-8000-000000000002', 'hash', 11)`,
    ],
    [
      '003',
      `insert into finished_uploads (id, account, entry_id, version_id, length, metadata, finished_at) values ('${blob}', 'ada', '01990000-0000-7000-8000-000000000002', '01990000-0000-7000-8000-00000000ec51', 20000, '{}', ${now})`,
    ],
  ];
}
