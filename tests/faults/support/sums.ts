import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { blobFiles } from '#tests/support/database/blob-files.ts';
import { brokenRules } from './rules.ts';

/** Verifies the database of a data folder and that it agrees with the blobs on the disk. Returns what is wrong. */
export async function wrongSums(dataFolder: string): Promise<string[]> {
  const database = open(dataFolder);
  try {
    const broken = await brokenRules((query) => database.prepare(query).all());
    for (const check of ['integrity_check', 'foreign_key_check']) {
      const found = JSON.stringify(database.pragma(check));
      if (found !== '[]' && found !== '[{"integrity_check":"ok"}]') broken.push(`${check}: ${found}`);
    }
    const blobs = database
      .prepare<[], { id: string; size: number }>(
        'select id, size from blobs where id not in (select blob_id from small_blobs)',
      )
      .all();
    const isStillKnown = database.prepare('select 1 from blobs where id = ?');
    for (const { id, size } of blobs) {
      const found = await stat(join(dataFolder, 'blobs', id.slice(-2), id)).catch(() => undefined);
      // The janitor may just continue with a removal that the kill cut short: row first, then bytes.
      if (found?.size !== size && isStillKnown.get(id) !== undefined)
        broken.push(`Blob ${id} has ${found?.size} bytes on the disk, not ${size}`);
    }
    return broken;
  } finally {
    database.close();
  }
}

/** Blobs on the disk that no row knows. */
export async function orphans(dataFolder: string): Promise<string[]> {
  const onDisk = (await blobFiles(dataFolder)).map((file) => basename(file));
  const known = new Set(idsOf(dataFolder, 'select id from blobs union select id from uploads'));
  return onDisk.filter((id) => !known.has(id));
}

/** Uploads that are not finished. */
export function openUploads(dataFolder: string): string[] {
  return idsOf(dataFolder, 'select id from uploads');
}

function idsOf(dataFolder: string, statement: string): string[] {
  const database = open(dataFolder);
  try {
    return database.prepare<[], string>(statement).pluck().all();
  } finally {
    database.close();
  }
}

function open(dataFolder: string) {
  return new SqliteDatabase(join(dataFolder, 'keepsake.db'), { readonly: true });
}
