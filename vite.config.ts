import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { bundleBudgets } from './scripts/build/bundle-budgets.ts';
import { earlyParts } from './scripts/build/early-parts.ts';
import { serviceWorker } from './scripts/build/service-worker.ts';

const server = { target: 'http://localhost:3000', changeOrigin: false };

/** The oldest browsers with light-dark(), container queries and Promise.withResolvers(): spring of 2024. */
const browsers = ['chrome123', 'firefox121', 'safari17.5'];

export default defineConfig({
  root: 'web',
  plugins: [
    react(),
    tailwindcss(),
    layerOrder(),
    noWebAssembly(),
    earlyParts(),
    serviceWorker(),
    brotli(),
    bundleBudgets(),
  ],
  // One style sheet, so that no page waits for a second one.
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    target: browsers,
    // All of these browsers load the parts of a page ahead by themselves.
    modulePreload: { polyfill: false },
    // What bundleBudgets() does not allow fails the build, so a warning says nothing more.
    chunkSizeWarningLimit: 600,
    // What every page starts with comes in one file, and what folders need beside it in another.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'start', tags: ['$initial'] }] } } },
  },
  server: { proxy: { '/api': server, '/content': server, '/healthz': server, '/readyz': server } },
});

/** Names the cascade layers at the very start of the style sheet: the bundler joins the parts in an order of its own. */
function layerOrder(): Plugin {
  return {
    name: 'keepsake:layer-order',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const asset of Object.values(bundle)) {
          if (asset.type !== 'asset' || !asset.fileName.endsWith('.css')) continue;
          asset.source = `@layer theme,base,components,utilities;${String(asset.source)}`;
        }
      },
    },
  };
}

/**
 * Leaves WebAssembly out of the pages, whose content security policy forbids it: only the worker hashes, and its build has
 * plugins of its own. The client library then says what it says without WebAssembly.
 */
function noWebAssembly(): Plugin {
  return {
    name: 'keepsake:no-web-assembly',
    apply: 'build',
    load: (id) =>
      id.endsWith('/client/storage/hashing/wasm-sha256.ts')
        ? 'export const createSHA256 = () => Promise.reject(new Error("No WebAssembly in pages"));'
        : undefined,
  };
}

/** Writes a `.br` beside each text file of the build that is larger than 1 kB; the server sends it as it stands. */
function brotli(): Plugin {
  return {
    name: 'keepsake:brotli',
    apply: 'build',
    writeBundle({ dir }) {
      if (dir === undefined) return;
      for (const file of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(js|css|html|svg)$/.test(file)) continue;
        const bytes = readFileSync(join(dir, file));
        if (bytes.length <= 1024) continue;
        const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
        writeFileSync(join(dir, `${file}.br`), brotliCompressSync(bytes, { params }));
      }
    },
  };
}
