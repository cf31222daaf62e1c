/** Writes client/routes.json. */
import { writeFile } from 'node:fs/promises';
import { routesOfContract } from './routes.ts';

await writeFile(new URL('../client/routes.json', import.meta.url), routesOfContract());
