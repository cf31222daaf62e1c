/** Writes client/routes.json: the methods and paths of the contract, without its schemas. */
import { writeFile } from 'node:fs/promises';
import { minifyContractRouter } from '@orpc/contract';
import { api } from '#contract/api/api.ts';

const target = new URL('../client/routes.json', import.meta.url);
await writeFile(target, `${JSON.stringify(minifyContractRouter(api), null, 2)}\n`);
