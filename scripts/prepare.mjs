/**
 * Brings a clone into the state in which the server can start: packages installed, web app built.
 * Does nothing when that is so already. `node scripts/prepare.mjs [all]`; `all` adds what checks and tests need.
 */
import { buildWeb } from './build-web.mjs';
import { install } from './install.mjs';
import { run } from './terminal.mjs';

await run(async () => {
  await install(process.argv[2] === 'all' ? 'all' : 'runtime');
  await buildWeb();
});
