import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEndOfFile } from '../fixtures/file-end.ts';

type Settings = Record<'PATH' | 'PORT' | 'KEEPSAKE_DATA', string> & Record<string, string>;

/** The settings of a server of its own on any free port, with an empty data folder and on SQLite. */
export async function bareSettings(): Promise<Settings> {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-settings-'));
  atEndOfFile(() => rm(folder, { recursive: true, force: true }));
  return { PATH: process.env['PATH'] ?? '', PORT: '0', KEEPSAKE_DATA: folder };
}
