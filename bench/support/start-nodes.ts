import { startEngines } from '#tests/support/engines/engines.ts';
import { provideProgram } from '../../scripts/provide-program.ts';
import { newFolder, type Running, startKeepsake } from './running.ts';

/** Nodes on a PostgreSQL and a Ceph of their own, which keep what they acknowledge on the disk. */
export type Nodes = { nodes: Running[]; databaseUrl: string; stop(): Promise<void> };

/** Starts so many nodes, and what they share. */
export async function startNodes(count: number): Promise<Nodes> {
  provideProgram('postgres');
  provideProgram('ceph');
  const folder = await newFolder();
  const engines = await startEngines({ folder: folder.path, isKept: true });
  const nodes: Running[] = [];
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
