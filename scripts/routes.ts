import { minifyContractRouter } from '@orpc/contract';
import { api } from '#contract/api/api.ts';

/** What documents an endpoint, which a client does not need. */
const forReaders = new Set(['summary', 'description', 'tags']);

/** The methods and paths of the contract as text: without its schemas, and without what documents them. */
export function routesOfContract(): string {
  const withoutTexts = (key: string, value: unknown) => (forReaders.has(key) ? undefined : value);
  return `${JSON.stringify(minifyContractRouter(api), withoutTexts, 2)}\n`;
}
