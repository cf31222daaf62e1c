import { startEngines } from '#tests/support/engines/engines.ts';
import { providePrograms } from '../../scripts/provide-programs.ts';
import type { DatabaseOf } from './seed-files.ts';
import { newFolder, type ServerProcess, startKeepsake } from './server-process.ts';

/** An installation whose servers run. */
export type Running = { name: string; nodes: ServerProcess[]; database: DatabaseOf; stop(): Promise<void> };

/** A server on SQLite and the disk. */
export async function startAlone(): Promise<Running> {
  const folder = await newFolder();
  const node = await startKeepsake(folder.path);
  return {
    name: 'SQLite and disk',
    nodes: [node],
    database: { dataFolder: folder.path },
    async stop() {
      await node.stop();
      await folder.remove();
    },
  };
}

/** Nodes on PostgreSQL and Ceph. */
export async function startOnEngines(count: number): Promise<Running> {
  const { nodes, databaseUrl, stop } = await startNodes(count);
  return {
    name: `${count === 1 ? 'one node' : `${count} nodes`} on PostgreSQL and Ceph`,
    nodes,
    database: { dataFolder: '', databaseUrl },
    stop,
  };
}

/** Nodes on their own PostgreSQL and Ceph, which store what they acknowledge durably. */
export type Nodes = { nodes: ServerProcess[]; databaseUrl: string; stop(): Promise<void> };

/** Starts the nodes and the engines that they share. */
export async function startNodes(count: number): Promise<Nodes> {
  await providePrograms('postgres', 'ceph');
  const folder = await newFolder();
  const engines = await startEngines({ folder: folder.path, isKept: true });
  const nodes: ServerProcess[] = [];
  while (nodes.length < count)
    nodes.push(await startKeepsake(`${folder.path}/node-${nodes.length}`, { settings: engines.settings }));
  return {
    nodes,
    databaseUrl: engines.settings.DATABASE_URL,
    async stop() {
      await Promise.all(nodes.map((node) => node.stop()));
      await engines.stop();
      await folder.remove();
    },
  };
}
