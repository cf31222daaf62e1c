import { startEngines } from '#tests/support/engines/engines.ts';
import { providePrograms } from '../../scripts/provide-programs.ts';
import { newFolder, type ServerProcess, startKeepsake } from './server-process.ts';

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
