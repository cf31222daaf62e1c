/**
 * `npm run bench` measures everything except the cold start; `npm run bench -- transfer` measures one part by name, and
 * `--database postgres` or `sqlite` only on that one where a part measures both. `--seconds 60` ends what takes longer.
 */
import { parseArgs } from 'node:util';
import { measureCluster } from './scale/cluster.ts';
import { measureLargeFolder } from './scale/large-folder.ts';
import { measureLargeTree } from './scale/large-tree.ts';
import { measureManyEntries } from './scale/many-entries.ts';
import { measureManyMoved } from './scale/many-moved.ts';
import { measureMillion } from './scale/million.ts';
import { measureOnPostgres } from './scale/on-postgres.ts';
import { measureSearch } from './scale/search.ts';
import { measureSorting } from './scale/sorting.ts';
import { measureTwoNodes } from './scale/two-nodes.ts';
import { measureTwoTabs } from './scale/two-tabs.ts';
import { measureAbuse } from './server/abuse.ts';
import { measureAccountArchives } from './server/account-archives.ts';
import { measureArchives } from './server/archives.ts';
import { measureBackup } from './server/backup.ts';
import { measureCalls } from './server/calls.ts';
import { measureColdStart } from './server/cold-start.ts';
import { measureGrowth } from './server/growth.ts';
import { measureListeners } from './server/listeners.ts';
import { measurePictures } from './server/pictures.ts';
import { measureRanges } from './server/ranges.ts';
import { measureResponsiveness } from './server/responsiveness.ts';
import { measureUnpacking } from './server/unpacking.ts';
import { measureViewer } from './server/viewer.ts';
import { type Figure, printTable } from './support/figures.ts';
import { type DatabaseName, databases } from './support/installation.ts';
import { measurePeers } from './support/peers.ts';
import { measureBrowserSmallFiles } from './uploads/browser-small-files.ts';
import { measureBrowserTransfer } from './uploads/browser-transfer.ts';
import { measureManyUploads } from './uploads/many-uploads.ts';
import { measureSmallFiles } from './uploads/small-files.ts';
import { measureTransfer } from './uploads/transfer.ts';

const parts: Record<string, (options: { databases: readonly DatabaseName[]; seconds: number }) => Promise<Figure[]>> = {
  responsiveness: measureResponsiveness,
  'two-tabs': measureTwoTabs,
  'two-nodes': measureTwoNodes,
  transfer: measureTransfer,
  backup: measureBackup,
  peers: measurePeers,
  'small-files': measureSmallFiles,
  abuse: measureAbuse,
  ranges: measureRanges,
  archives: measureArchives,
  'account-archives': measureAccountArchives,
  pictures: measurePictures,
  viewer: measureViewer,
  unpacking: measureUnpacking,
  calls: measureCalls,
  listeners: measureListeners,
  'many-uploads': measureManyUploads,
  growth: measureGrowth,
  sorting: measureSorting,
  search: measureSearch,
  'on-postgres': measureOnPostgres,
  million: measureMillion,
  cluster: measureCluster,
  'browser-transfer': measureBrowserTransfer,
  'browser-small-files': measureBrowserSmallFiles,
  'large-folder': measureLargeFolder,
  'many-entries': measureManyEntries,
  'many-moved': measureManyMoved,
  'large-tree': measureLargeTree,
  'cold-start': measureColdStart,
};

const { positionals: names, values } = parseArgs({
  options: { database: { type: 'string' }, seconds: { type: 'string' } },
  allowPositionals: true,
});
const chosen = values.database === undefined ? databases : databases.filter((name) => name === values.database);
if (chosen.length === 0) {
  process.stderr.write(`--database takes ${databases.join(' or ')}.\n`);
  process.exit(1);
}
const unknown = names.find((name) => !Object.hasOwn(parts, name));
if (unknown !== undefined) {
  process.stderr.write(`There is no benchmark "${unknown}": choose from ${Object.keys(parts).join(', ')}.\n`);
  process.exit(1);
}
for (const [name, measure] of Object.entries(parts)) {
  if (names.length === 0 ? name === 'cold-start' : !names.includes(name)) continue;
  const began = performance.now();
  const figures = await measure({ databases: chosen, seconds: Number(values.seconds ?? Number.POSITIVE_INFINITY) });
  printTable(`${name}, measured in ${Math.round((performance.now() - began) / 1000)} s`, figures);
}
