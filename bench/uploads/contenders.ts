import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Person } from '#tests/support/client/build-account.ts';
import { providePrograms } from '../../scripts/provide-programs.ts';
import { Problem } from '../../scripts/terminal.mjs';
import type { Workload } from '../load/requests.ts';
import { startApache } from '../peers/apache.ts';
import { startNginx } from '../peers/nginx.ts';
import { startRclone } from '../peers/rclone.ts';
import type { Figure } from '../support/figures.ts';
import { type ServerProcess, startBare, startProgram } from '../support/server-process.ts';

/** A server that stores files, and how to upload to it. */
export type Contender = {
  name: string;
  server: ServerProcess;
  headers: Record<string, string>;
  /** Where it stores its files under their names; undefined if it stores them otherwise. */
  filesFolder?: string;
  /** The upload of files of a size to a new destination, and the path from which a file is read. */
  prepare(fileBytes: number): Promise<{ workload: Workload; pathOf: (name: string) => string }>;
};

const programs = {
  nginx: { name: 'nginx, WebDAV', start: startNginx },
  apache: { name: 'Apache, mod_dav', start: startApache },
  rclone: { name: 'rclone serve webdav', start: startRclone },
} as const;

/** Starts all peers on their own folders; reports those that are not installed, and how to install them. */
export async function startPeers(folder: string): Promise<{ peers: Contender[]; missing: Figure[] }> {
  const peers: Contender[] = [];
  const missing: Figure[] = [];
  const stock = await startProgram('peers/stock-tus-server.ts', await makeFolder(folder, 'stock-tus'));
  peers.push({
    name: '@tus/server with its file store',
    server: stock,
    headers: {},
    prepare: async (fileBytes) => ({
      workload: { kind: 'tus', path: '/files', fileBytes },
      pathOf: (name) => `/files/${name}`,
    }),
  });
  for (const [key, { name, start }] of Object.entries(programs) as [keyof typeof programs, typeof programs.nginx][]) {
    try {
      await providePrograms(key);
      const own = await makeFolder(folder, key);
      peers.push(byPut(name, await start(own), join(own, 'files')));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      missing.push({ what: name, value: error.message });
    }
  }
  return { peers, missing };
}

/** The upper bound of this runtime: each file written, and synced by default. */
export async function startLimit(folder: string, { sync = true } = {}): Promise<Contender> {
  const name = sync ? 'bare server, each file synced' : 'bare server, nothing synced';
  const own = await makeFolder(folder, sync ? 'bare' : 'bare-unsynced');
  return byPut(name, await startBare(own, { sync }), own);
}

/**
 * Keepsake with a signed-in person: in one request by tus, as the client sends a small file, or by PUT to a path. Uploads
 * go to the given folder, or to a new one in Root each time.
 */
export function ours(
  server: ServerProcess,
  person: Person,
  protocol: 'tus' | 'path',
  name: string,
  folder?: { id: string; name: string },
): Contender {
  let folders = 0;
  return {
    name,
    server,
    headers: person.server.headers ?? {},
    async prepare(fileBytes) {
      const to = folder ?? (await person.api.folders.create({ name: `${protocol} ${folders++}`, parentId: null }));
      const path = `/api/objects/${encodeURIComponent(to.name)}/`;
      return {
        workload:
          protocol === 'tus'
            ? { kind: 'tus', path: '/api/uploads', fileBytes, folderId: to.id }
            : { kind: 'put', path, fileBytes },
        pathOf: (file) => `${path}${file}?alt=media`,
      };
    },
  };
}

function byPut(name: string, server: ServerProcess, filesFolder: string): Contender {
  return {
    name,
    server,
    filesFolder,
    headers: {},
    prepare: async (fileBytes) => ({ workload: { kind: 'put', path: '/', fileBytes }, pathOf: (file) => `/${file}` }),
  };
}

async function makeFolder(folder: string, name: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(path, { mode: 0o711 });
  return path;
}
