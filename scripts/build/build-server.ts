/**
 * Builds the server and the operator's commands with their packages into server/dist, so that a start reads a few files
 * instead of more than a thousand. Not minified: a stack trace still names its functions and their files.
 */
import { existsSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));
const outDir = join(root, 'server/dist');

await build({
  root,
  configFile: false,
  logLevel: 'warn',
  plugins: [filesBesideModules()],
  ssr: {
    noExternal: true,
    // Native code, packages that ask where they lie, two that are large and seldom loaded, and a page whose files are served as they are.
    external: [
      'better-sqlite3',
      'sharp',
      'heic-decode',
      '@hyzyla/pdfium',
      'mediabunny',
      '@simplewebauthn/server',
      'swagger-ui-dist',
    ],
    target: 'node',
  },
  build: {
    ssr: true,
    outDir,
    emptyOutDir: true,
    copyPublicDir: false,
    minify: false,
    target: 'node24',
    rolldownOptions: {
      input: { main: join(root, 'server/main.ts'), operate: join(root, 'server/cli/main.ts') },
      // All on one floor, so that a path from one of them is a path from each. A start reads no comments.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', comments: false },
    },
  },
});

/**
 * `new URL('file', import.meta.url)` keeps its meaning: a module that is started by its address (a thread, a process)
 * is built too, under its own name; any other file stays where it is.
 */
function filesBesideModules(): Plugin {
  return {
    name: 'files-beside-modules',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(root) || id.includes('/node_modules/')) return undefined;
      return code.replaceAll(/new URL\('([^']+)', import\.meta\.url\)/g, (_, path: string) => {
        const target = join(dirname(id), path);
        if (!target.endsWith('.ts')) return `new URL('${relative(outDir, target)}', import.meta.url)`;
        if (!existsSync(target)) throw new Error(`${relative(root, id)} names ${path}, which does not exist.`);
        const fileName = basename(target).replace(/\.ts$/, '.js');
        this.emitFile({ type: 'chunk', id: target, fileName });
        return `new URL('./${fileName}', import.meta.url)`;
      });
    },
  };
}
