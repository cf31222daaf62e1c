import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { DataPaths } from '#server/installation/data-paths.ts';
import type { Finding } from './finding.ts';

/** What else belongs there: the logs of the database, copies from before a schema migration, what a file system makes. */
const others = [/^keepsake\.db-(wal|shm|journal|reserve)$/, /^before-.*\.db$/, /^lost\+found$/];
const draft = /\.new$/;

/** Finds what does not belong in the data folder itself. Follows no link. */
export async function* checkFolder(paths: DataPaths, { isRunning }: { isRunning: boolean }): AsyncIterable<Finding> {
  const files = [paths.lock, paths.hold, paths.restoring, paths.secretFile, paths.databaseFile].map((p) => basename(p));
  const folders = [paths.blobs, paths.thumbnails, paths.outbox].map((p) => basename(p));
  for (const entry of await readdir(paths.path, { withFileTypes: true })) {
    const { name } = entry;
    const path = join(paths.path, name);
    const fix = { kind: 'move', path } as const;
    if (files.includes(name) || folders.includes(name)) {
      // It may be in use, so only a person may move it.
      if (files.includes(name) ? !entry.isFile() : !entry.isDirectory())
        yield {
          kind: 'foreign-file',
          subject: path,
          what: `it should be a ${files.includes(name) ? 'file' : 'folder'}`,
        };
    } else if (draft.test(name) && entry.isFile()) {
      if (!isRunning) yield { kind: 'leftover', subject: path, what: 'left by an interrupted start', fix };
    } else if (!others.some((pattern) => pattern.test(name)) || !(entry.isFile() || entry.isDirectory())) {
      yield { kind: 'foreign-file', subject: path, what: 'it does not belong to Keepsake', fix };
    }
  }
}
