/**
 * Brings a clone into the state in which the server can start: packages installed, web app and server built.
 * Does nothing when that is so already. `node scripts/prepare.mjs [all] [no-build]`: `all` adds what checks and tests
 * need, `no-build` builds nothing.
 */
import { build } from './build/build.mjs';
import { install } from './install.mjs';
import { run } from './terminal.mjs';

await run(async () => {
  await install(process.argv.includes('all') ? 'all' : 'runtime');
  if (!process.argv.includes('no-build')) await build();
});
