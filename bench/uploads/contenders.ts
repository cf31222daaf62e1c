import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Person } from '#tests/support/client/build-account.ts';
import { provideProgram } from '../../scripts/provide-program.ts';
import { Problem } from '../../scripts/terminal.mjs';
import type { Way } from '../load/requests.ts';
import { startApache } from '../peers/apache.ts';
import { startNginx } from '../peers/nginx.ts';
import { startRclone } from '../peers/rclone.ts';
import type { Figure } from '../support/figures.ts';
import { type Running, startBare, startOurs } from '../support/running.ts';

/** A server that keeps files, and how it is spoken to. */
export type Contender = {
  name: string;
  server: Running;
  headers: Record<string, string>;
  /** Where it keeps its files, by their names; undefined where a file is more than that. */
  filesFolder?: string;
  /** How files of a size are sent, each time to a place of their own, and where they are read from by name. */
  place(fileBytes: number): Promise<{ way: Way; pathOf: (name: string) => string }>;
};

const programs = {
  nginx: { name: 'nginx, WebDAV', start: startNginx },
  apache: { name: 'Apache, mod_dav', start: startApache },
  rclone: { name: 'rclone serve webdav', start: startRclone },
} as const;

/** Starts all others on folders of their own; of those that are missing on this machine it is said what to do. */
export async function startPeers(folder: string): Promise<{ peers: Contender[]; missing: Figure[] }> {
  const peers: Contender[] = [];
  const missing: Figure[] = [];
  const stock = await startOurs('peers/stock-tus-server.ts', await made(folder, 'stock-tus'));
  peers.push({
    name: '@tus/server with its file store',
    server: stock,
    headers: {},
    place: async (fileBytes) => ({
      way: { kind: 'tus', path: '/files', fileBytes },
      pathOf: (name) => `/files/${name}`,
    }),
  });
  for (const [key, { name, start }] of Object.entries(programs) as [keyof typeof programs, typeof programs.nginx][]) {
    try {
      provideProgram(key);
      const own = await made(folder, key);
      peers.push(byPut(name, await start(own), join(own, 'files')));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      missing.push({ what: name, value: error.message });
    }
  }
  return { peers, missing };
}

/** The limit on this runtime: each file written and synced, or not even synced. */
export async function startLimit(folder: string, { sync = true } = {}): Promise<Contender> {
  const name = sync ? 'bare server, each file synced' : 'bare server, nothing synced';
  const own = await made(folder, sync ? 'bare' : 'bare-unsynced');
  return byPut(name, await startBare(own, { sync }), own);
}

/**
 * Ours, as a person who is signed in: in one request by tus, as the client sends a small file, or by PUT to a path. Each
 * time into a new folder of Root, or always into the one that is given.
 */
export function ours(
  server: Running,
  person: Person,
  door: 'tus' | 'path',
  name: string,
  folder?: { id: string; name: string },
): Contender {
  let places = 0;
  return {
    name,
    server,
    headers: person.server.headers ?? {},
    async place(fileBytes) {
      const to = folder ?? (await person.api.folders.create({ name: `${door} ${places++}`, parentId: null }));
      const path = `/api/objects/${encodeURIComponent(to.name)}/`;
      return {
        way:
          door === 'tus'
            ? { kind: 'tus', path: '/api/uploads', fileBytes, folderId: to.id }
            : { kind: 'put', path, fileBytes },
        pathOf: (file) => `${path}${file}?alt=media`,
      };
    },
  };
}

function byPut(name: string, server: Running, filesFolder: string): Contender {
  return {
    name,
    server,
    filesFolder,
    headers: {},
    place: async (fileBytes) => ({ way: { kind: 'put', path: '/', fileBytes }, pathOf: (file) => `/${file}` }),
  };
}

async function made(folder: string, name: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(path, { mode: 0o711 });
  return path;
}
