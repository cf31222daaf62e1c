/** `npm run bench` measures everything but the cold start; `npm run bench -- transfer` one part by name. */
import { measureBrowserTransfer } from './browser-transfer.ts';
import { measureColdStart } from './cold-start.ts';
import { type Figure, printTable } from './figures.ts';
import { measureLargeFolder } from './large-folder.ts';
import { measureResponsiveness } from './responsiveness.ts';
import { measureTransfer } from './transfer.ts';
import { measureTwoTabs } from './two-tabs.ts';

const parts: Record<string, () => Promise<Figure[]>> = {
  responsiveness: measureResponsiveness,
  'two-tabs': measureTwoTabs,
  transfer: measureTransfer,
  'browser-transfer': measureBrowserTransfer,
  'large-folder': measureLargeFolder,
  'cold-start': measureColdStart,
};

const asked = process.argv.slice(2);
const unknown = asked.find((name) => !Object.hasOwn(parts, name));
if (unknown !== undefined) {
  process.stderr.write(`There is no benchmark "${unknown}": choose from ${Object.keys(parts).join(', ')}.\n`);
  process.exit(1);
}
for (const [name, measure] of Object.entries(parts)) {
  if (asked.length === 0 ? name !== 'cold-start' : asked.includes(name)) printTable(name, await measure());
}
