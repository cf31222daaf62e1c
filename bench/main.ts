/** `npm run bench` measures everything but the cold start; `npm run bench -- transfer` one part by name. */
import { measureBackup } from './backup.ts';
import { measureBrowserTransfer } from './browser-transfer.ts';
import { measureCalls } from './calls.ts';
import { measureCluster } from './cluster.ts';
import { measureColdStart } from './cold-start.ts';
import { type Figure, printTable } from './figures.ts';
import { measureGrowth } from './growth.ts';
import { measureLargeFolder } from './large-folder.ts';
import { measureLargeTree } from './large-tree.ts';
import { measureListeners } from './listeners.ts';
import { measureManyUploads } from './many-uploads.ts';
import { measureMillion } from './million.ts';
import { measureOnPostgres } from './on-postgres.ts';
import { measurePeers } from './peers.ts';
import { measureRanges } from './ranges.ts';
import { measureResponsiveness } from './responsiveness.ts';
import { measureSmallFiles } from './small-files.ts';
import { measureTransfer } from './transfer.ts';
import { measureTwoNodes } from './two-nodes.ts';
import { measureTwoTabs } from './two-tabs.ts';

const parts: Record<string, () => Promise<Figure[]>> = {
  responsiveness: measureResponsiveness,
  'two-tabs': measureTwoTabs,
  'two-nodes': measureTwoNodes,
  transfer: measureTransfer,
  backup: measureBackup,
  peers: measurePeers,
  'small-files': measureSmallFiles,
  ranges: measureRanges,
  calls: measureCalls,
  listeners: measureListeners,
  'many-uploads': measureManyUploads,
  growth: measureGrowth,
  'on-postgres': measureOnPostgres,
  million: measureMillion,
  cluster: measureCluster,
  'browser-transfer': measureBrowserTransfer,
  'large-folder': measureLargeFolder,
  'large-tree': measureLargeTree,
  'cold-start': measureColdStart,
};

const asked = process.argv.slice(2);
const unknown = asked.find((name) => !Object.hasOwn(parts, name));
if (unknown !== undefined) {
  process.stderr.write(`There is no benchmark "${unknown}": choose from ${Object.keys(parts).join(', ')}.\n`);
  process.exit(1);
}
for (const [name, measure] of Object.entries(parts)) {
  if (asked.length === 0 ? name === 'cold-start' : !asked.includes(name)) continue;
  const began = performance.now();
  const figures = await measure();
  printTable(`${name}, measured in ${Math.round((performance.now() - began) / 1000)} s`, figures);
}
