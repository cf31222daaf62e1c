/** Imported before a server (`--import`), it leaves out the index of names, to see what that costs. */
import { registerHooks } from 'node:module';

const indexing = '/server/drive/name-index/index-names.ts';
const nothing = ['indexNames', 'beginIndex', 'indexTail']
  .map((name) => `export async function ${name}() {}`)
  .join('\n');

registerHooks({
  load: (url, context, next) =>
    url.endsWith(indexing) ? { format: 'module', source: nothing, shortCircuit: true } : next(url, context),
});
