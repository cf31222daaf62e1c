/**
 * Brings a clone into the state in which the server can start: packages installed, web app built.
 * Does nothing when that is so already. `node scripts/prepare.mjs [all] [no-build]`: `all` adds what checks and tests
 * need, `no-build` leaves the web app as it is.
 */
import { buildWeb } from './build/build-web.mjs';
import { install } from './install.mjs';
import { run } from './terminal.mjs';

await run(async () => {
  await install(process.argv.includes('all') ? 'all' : 'runtime');
  if (!process.argv.includes('no-build')) await buildWeb();
});
