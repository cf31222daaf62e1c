/** Builds the command line of people as one file of JavaScript, which is what its package has. `npm pack` calls it. */
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));

await build({
  root,
  configFile: false,
  logLevel: 'warn',
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: 'client/cli/main.ts',
    outDir: 'client/cli/package',
    // The package's own files are beside it.
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'node22',
    rolldownOptions: {
      output: { entryFileNames: 'keepsake.mjs', banner: '#!/usr/bin/env node', codeSplitting: false },
    },
  },
});
