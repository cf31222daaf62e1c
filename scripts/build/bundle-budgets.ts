/** Keeps the web app small: the build tells what each page costs and fails above its budget. */
import { posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** kB are 1,000 bytes. */
const kB = 1000;

const logIn = 'app/log-in-chunk.ts';

/** The pages, the modules each of them loads beside the start of the app, and the JavaScript it may cost, gzipped. */
const routes = [
  { path: '/', modules: ['features/landing/landing-page.tsx'], mostBytes: 115 * kB },
  { path: '/login', modules: [logIn], mostBytes: 122 * kB },
  { path: '/signup', modules: [logIn], mostBytes: 122 * kB },
  {
    path: '/task and /folder',
    modules: ['app/workspace/workspace-chunk.ts'],
    mostBytes: 217.5 * kB,
  },
  {
    path: '/starred and /recent',
    modules: ['app/workspace/workspace-chunk.ts', 'app/workspace/view-pages.tsx'],
    mostBytes: 222 * kB,
  },
  {
    path: '/trash',
    modules: ['app/workspace/workspace-chunk.ts', 'app/workspace/trash-page.tsx'],
    mostBytes: 222.5 * kB,
  },
  {
    path: '/find',
    modules: ['app/workspace/workspace-chunk.ts', 'app/workspace/find/find-page.tsx'],
    mostBytes: 225 * kB,
  },
  {
    path: '/task with the palette',
    modules: ['app/workspace/workspace-chunk.ts', 'app/workspace/find/find-palette.tsx'],
    mostBytes: 222.5 * kB,
  },
];

const viewer = 'features/viewer/viewer.tsx';
const documents = 'features/viewer/documents/';
const details = 'features/files/dialogs/file-details.tsx';

type Part = {
  what: string;
  module: string;
  /** What has been loaded before it, beside the page. */
  after?: string;
  /** The name of the worker that it starts. */
  worker?: string;
  mostBytes: number;
};

/** What is loaded only when it is used, whatever page is open: counted for no page, each with what it loads at once. */
const parts: readonly Part[] = [
  { what: 'the viewer', module: viewer, mostBytes: 16 * kB },
  ...[
    { what: 'PDFs', module: 'pdf/pdf-view.tsx', worker: 'pdf-worker', mostBytes: 570 * kB },
    { what: 'Markdown', module: 'markdown/markdown-view.tsx', worker: 'markdown-worker', mostBytes: 25 * kB },
    { what: 'tables', module: 'table/table-view.tsx', worker: 'table-worker', mostBytes: 25 * kB },
    { what: 'programs', module: 'code/code-view.tsx', worker: 'code-worker', mostBytes: 45 * kB },
    { what: 'texts', module: 'text/text-view.tsx', mostBytes: 10 * kB },
  ].map(({ what, module, ...kind }) => ({
    what: `${what} in the viewer`,
    module: documents + module,
    after: viewer,
    ...kind,
  })),
  { what: 'the first lines of texts', module: 'features/files/pictures/first-lines.ts', mostBytes: 2 * kB },
  {
    what: 'the second step of a log-in',
    module: 'features/account/login/second-step.tsx',
    after: logIn,
    mostBytes: 3 * kB,
  },
  {
    what: 'what failed at a log-in provider',
    module: 'features/account/provider/provider-problem.tsx',
    after: logIn,
    mostBytes: 4 * kB,
  },
  {
    what: 'the button of a log-in provider',
    module: 'features/account/provider/log-in-by-provider.tsx',
    after: logIn,
    mostBytes: 3.5 * kB,
  },
  {
    what: 'setting up two-step login',
    module: 'features/account/two-step/set-up.tsx',
    after: 'app/profile/profile-chunk.ts',
    mostBytes: 8 * kB,
  },
  {
    what: 'a passkey at the log-in',
    module: 'features/account/login/passkey-log-in.tsx',
    after: logIn,
    mostBytes: 3 * kB,
  },
  { what: 'details of files and folders', module: details, mostBytes: 6 * kB },
  {
    what: 'the folders to choose from for a move',
    module: 'features/files/move/choose-folder.tsx',
    mostBytes: 4 * kB,
  },
  {
    what: 'the question about names that are taken',
    module: 'features/files/move/taken-names-dialog.tsx',
    mostBytes: 3 * kB,
  },
  {
    what: 'small files that travel together',
    module: '../client/storage/transfer/upload-batches.ts',
    mostBytes: 2.5 * kB,
  },
  { what: 'the posters of films', module: 'features/upload/posters/send-poster.ts', mostBytes: 2 * kB },
  {
    what: 'comparing versions',
    module: 'features/files/versions/compare-dialog.tsx',
    after: details,
    mostBytes: 2 * kB,
  },
];
const mostFontBytes = 120 * kB;

type Bundle = Parameters<Extract<Plugin['writeBundle'], (...args: never) => unknown>>[1];
type Chunk = Extract<Bundle[string], { type: 'chunk' }>;

/** Prints a line for each page and one for the fonts. Throws when one is above its budget. */
export function bundleBudgets(): Plugin {
  return {
    name: 'keepsake:bundle-budgets',
    apply: 'build',
    writeBundle(_options, bundle) {
      const lines = [
        ...routes.map((route) => measureRoute(route, bundle)),
        ...parts.map((part) => measurePart(part, bundle)),
        measureFonts(bundle),
      ];
      for (const { what, bytes, mostBytes } of lines)
        console.log(`size of ${what}: ${inKB(bytes)} of at most ${inKB(mostBytes)}`);
      const over = lines.filter(({ bytes, mostBytes }) => bytes > mostBytes);
      if (over.length > 0) throw new Error(`Above the budget: ${over.map(({ what }) => what).join(', ')}.`);
    },
  };
}

function measureRoute({ path, modules, mostBytes }: (typeof routes)[number], bundle: Bundle) {
  return { what: `the JavaScript of ${path}, gzip`, bytes: gzipOf(filesOf(modules, bundle), bundle), mostBytes };
}

/** Beside what has been loaded already. */
function measurePart({ what, module, after, worker, mostBytes }: Part, bundle: Bundle) {
  const page = filesOf(['app/workspace/workspace-chunk.ts'], bundle);
  const before = after === undefined ? [] : importsOf(chunkWith(after, bundle).fileName, bundle);
  const loaded = new Set([...page, ...before]);
  const own = [...importsOf(chunkWith(module, bundle).fileName, bundle)].filter((file) => !loaded.has(file));
  const workerBytes = worker === undefined ? 0 : gzipSync(workerOf(worker, bundle)).length;
  return { what: `the JavaScript of ${what}, gzip`, bytes: gzipOf(new Set(own), bundle) + workerBytes, mostBytes };
}

/** Workers are built apart, and are assets of the app. */
function workerOf(name: string, bundle: Bundle): string {
  const found = Object.values(bundle).find(({ fileName }) => fileName.startsWith(`assets/${name}-`));
  if (found?.type !== 'asset') throw new Error(`The build has no worker called ${name}.`);
  return String(found.source);
}

function gzipOf(files: ReadonlySet<string>, bundle: Bundle): number {
  return [...files].reduce((sum, file) => sum + gzipSync(chunkOf(bundle, file)?.code ?? '').length, 0);
}

function measureFonts(bundle: Bundle) {
  const fonts = Object.values(bundle).filter(({ fileName }) => fileName.endsWith('.woff2'));
  const bytes = fonts.reduce((sum, font) => sum + (font.type === 'asset' ? Buffer.from(font.source).length : 0), 0);
  return { what: 'the fonts', bytes, mostBytes: mostFontBytes };
}

/**
 * The chunks that a page loads: the start of the app, the chunks with the page's modules, what these import, and what
 * they load later. What the start loads later belongs to other pages, and the parts to none.
 */
function filesOf(modules: readonly string[], bundle: Bundle): Set<string> {
  const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
  const start = chunks.find(({ isEntry }) => isEntry);
  if (!start) throw new Error('The build has no start.');
  const files = importsOf(start.fileName, bundle);
  const apart = parts.map(({ module }) => chunkWith(module, bundle).fileName);
  for (const module of modules) add(chunkWith(module, bundle).fileName);
  return files;

  function add(file: string): void {
    const chunk = chunkOf(bundle, file);
    if (!chunk || files.has(file) || apart.includes(file)) return;
    files.add(file);
    for (const next of [...chunk.imports, ...chunk.dynamicImports]) add(next);
  }
}

/** A chunk and all that it loads at once. */
function importsOf(file: string, bundle: Bundle): Set<string> {
  const files = new Set([file]);
  for (const one of files) for (const next of chunkOf(bundle, one)?.imports ?? []) files.add(next);
  return files;
}

function chunkWith(module: string, bundle: Bundle): Chunk {
  const chunk = Object.values(bundle).find(
    (part) => part.type === 'chunk' && part.moduleIds.some((id) => id.endsWith(posix.join('/web', module))),
  );
  if (chunk?.type !== 'chunk') throw new Error(`No chunk holds ${module}; is it still the module of a page?`);
  return chunk;
}

function chunkOf(bundle: Bundle, file: string): Chunk | undefined {
  const part = bundle[file];
  return part?.type === 'chunk' ? part : undefined;
}

function inKB(bytes: number): string {
  return `${(bytes / kB).toFixed(1)} kB`;
}
