import { minifyContractRouter } from '@orpc/contract';
import { accountApi, administrationApi, driveApi } from '#contract/api/api.ts';

/** What documents an endpoint, which a client does not need. */
const forReaders = new Set(['summary', 'description', 'tags']);

/** The methods and paths of the contract as texts of files: without its schemas, and without what documents them. */
export function routesOfContract(): Record<'drive.json' | 'account.json' | 'admin.json', string> {
  return {
    'drive.json': textOf(driveApi),
    'account.json': textOf(accountApi),
    'admin.json': textOf(administrationApi),
  };
}

function textOf(part: Parameters<typeof minifyContractRouter>[0]): string {
  const withoutTexts = (key: string, value: unknown) => (forReaders.has(key) ? undefined : value);
  return `${JSON.stringify(minifyContractRouter(part), withoutTexts, 2)}\n`;
}
