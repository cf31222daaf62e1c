/** Writes client/routes. */
import { writeFile } from 'node:fs/promises';
import { routesOfContract } from './routes.ts';

for (const [name, text] of Object.entries(routesOfContract()))
  await writeFile(new URL(`../client/routes/${name}`, import.meta.url), text);
