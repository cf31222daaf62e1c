/** Writes the service worker of the web app into its build, with the list of what it keeps. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type ResolvedConfig } from 'vite';

const source = fileURLToPath(new URL('../../web/worker/service-worker.ts', import.meta.url));
/** What an app needs to open: pictures come when they are seen, but for the weave of the boxes. */
const isOfShell = (file: string) => /\.(js|css|woff2|html)$|weave-[^/]*\.webp$/.test(file);
/** Documents are read from the server, so what shows them comes when the first of its kind is opened. */
const isOfDocuments = (part: Part) =>
  part.type === 'chunk'
    ? part.moduleIds.some((id) => id.includes(documents)) &&
      part.moduleIds.every((id) => id.includes(documents) || id.includes('/node_modules/'))
    : /\/(code|markdown|pdf|table)-worker-[\w-]+\.js$/.test(part.fileName);
const documents = '/web/features/viewer/documents/';

type Part = Parameters<Extract<Plugin['writeBundle'], (...args: never) => unknown>>[1][string];

/** Adds `service-worker.js`, which knows every file that the app needs to open without a network. */
export function serviceWorker(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'keepsake:service-worker',
    apply: 'build',
    enforce: 'post',
    configResolved(resolved) {
      config = resolved;
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const contents = new Map<string, string | Uint8Array>();
        for (const part of Object.values(bundle)) {
          if (!isOfShell(part.fileName) || isOfDocuments(part)) continue;
          contents.set(`/${part.fileName}`, part.type === 'chunk' ? part.code : part.source);
        }
        for (const file of readdirSync(config.publicDir)) {
          contents.set(`/${file}`, readFileSync(`${config.publicDir}/${file}`));
        }
        const code = await compile(shellOf(contents), config.build.target);
        this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: code });
      },
    },
  };
}

/** The names of the files, and a version that changes with any content. */
function shellOf(contents: Map<string, string | Uint8Array>): { version: string; files: string[] } {
  const files = [...contents.keys()].toSorted();
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\0`).update(contents.get(file) ?? '');
  return { version: hash.digest('hex').slice(0, 16), files };
}

async function compile(shell: object, target: ResolvedConfig['build']['target']): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { SHELL: JSON.stringify(shell) },
    build: {
      write: false,
      target,
      modulePreload: false,
      rolldownOptions: { input: source, output: { format: 'iife' } },
    },
  });
  const [output] = [built].flat();
  const [chunk] = output && 'output' in output ? output.output : [];
  if (chunk === undefined) throw new Error('The service worker could not be built.');
  return chunk.code;
}
