/** Keeps the web app small: the build tells what each page costs and fails above its budget. */
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** kB are 1,000 bytes. */
const kB = 1000;

/** The pages, the modules each of them loads beside the start of the app, and the JavaScript it may cost, gzipped. */
const routes = [
  { path: '/', modules: ['features/landing/landing-page.tsx'], mostBytes: 115 * kB },
  { path: '/login', modules: ['features/account/login/log-in-page.tsx'], mostBytes: 115 * kB },
  { path: '/signup', modules: ['features/account/login/sign-up-page.tsx'], mostBytes: 115 * kB },
  {
    path: '/task and /folder',
    modules: ['app/workspace/workspace-chunk.ts'],
    mostBytes: 210 * kB,
  },
  {
    path: '/starred and /recent',
    modules: ['app/workspace/workspace-chunk.ts', 'app/workspace/view-pages.tsx'],
    mostBytes: 215 * kB,
  },
  {
    path: '/find',
    modules: ['app/workspace/workspace-chunk.ts', 'app/workspace/find-page.tsx'],
    mostBytes: 218 * kB,
  },
  {
    path: '/task with the palette',
    modules: ['app/workspace/workspace-chunk.ts', 'app/workspace/find-palette.tsx'],
    mostBytes: 216 * kB,
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
      const lines = [...routes.map((route) => measureRoute(route, bundle)), measureFonts(bundle)];
      for (const { what, bytes, mostBytes } of lines)
        console.log(`size of ${what}: ${inKB(bytes)} of at most ${inKB(mostBytes)}`);
      const over = lines.filter(({ bytes, mostBytes }) => bytes > mostBytes);
      if (over.length > 0) throw new Error(`Above the budget: ${over.map(({ what }) => what).join(', ')}.`);
    },
  };
}

function measureRoute({ path, modules, mostBytes }: (typeof routes)[number], bundle: Bundle) {
  const files = filesOf(modules, bundle);
  const bytes = [...files].reduce((sum, file) => sum + gzipSync(chunkOf(bundle, file)?.code ?? '').length, 0);
  return { what: `the JavaScript of ${path}, gzip`, bytes, mostBytes };
}

function measureFonts(bundle: Bundle) {
  const fonts = Object.values(bundle).filter(({ fileName }) => fileName.endsWith('.woff2'));
  const bytes = fonts.reduce((sum, font) => sum + (font.type === 'asset' ? Buffer.from(font.source).length : 0), 0);
  return { what: 'the fonts', bytes, mostBytes: mostFontBytes };
}

/**
 * The chunks that a page loads: the start of the app, the chunks with the page's modules, what these import, and what
 * they load later. What the start loads later belongs to other pages.
 */
function filesOf(modules: readonly string[], bundle: Bundle): Set<string> {
  const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
  const start = chunks.find(({ isEntry }) => isEntry);
  if (!start) throw new Error('The build has no start.');
  const files = new Set<string>();
  add(start.fileName, false);
  const page = modules.map((module) => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/web/${module}`)));
    if (!chunk) throw new Error(`No chunk holds ${module}; is it still the module of a page?`);
    return chunk.fileName;
  });
  for (const file of page) add(file, true);
  return files;

  function add(file: string, later: boolean): void {
    if (files.has(file)) return;
    const chunk = chunkOf(bundle, file);
    if (!chunk) return;
    files.add(file);
    for (const next of chunk.imports) add(next, later);
    if (later) for (const next of chunk.dynamicImports) add(next, later);
  }
}

function chunkOf(bundle: Bundle, file: string): Chunk | undefined {
  const part = bundle[file];
  return part?.type === 'chunk' ? part : undefined;
}

function inKB(bytes: number): string {
  return `${(bytes / kB).toFixed(1)} kB`;
}
