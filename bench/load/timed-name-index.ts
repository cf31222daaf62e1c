/** Imported before a server (`--import`), it writes how many milliseconds indexing names took to the file NAME_INDEX_TIME. */
import { registerHooks } from 'node:module';

const indexing = '/server/drive/name-index/index-names.ts';

registerHooks({
  load: (url, context, next) =>
    url.endsWith(indexing) ? { format: 'module', source: timed(url), shortCircuit: true } : next(url, context),
});

function timed(url: string): string {
  return `
    import { writeFileSync } from 'node:fs';
    import * as original from ${JSON.stringify(`${url}?original`)};
    let ms = 0;
    const timed = (work) => async (...given) => {
      const began = performance.now();
      try {
        return await work(...given);
      } finally {
        ms += performance.now() - began;
      }
    };
    export const indexNames = timed(original.indexNames);
    export const beginIndex = timed(original.beginIndex);
    export const indexTail = timed(original.indexTail);
    process.on('exit', () => writeFileSync(process.env.NAME_INDEX_TIME, String(ms)));
  `;
}
