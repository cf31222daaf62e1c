import { accountRows } from './account-rows.ts';
import { adminRows } from './admin-rows.ts';
import { driveRows } from './drive-rows.ts';
import { everyAccount } from './policies.ts';
import type { Rows } from './row.ts';

/** The JSON endpoints of the contract. */
export const apiRows: Rows = {
  'ALL /api/*': {
    ...driveRows,
    ...accountRows,
    ...adminRows,
    'GET /api/{unknown}': { ask: () => ({ path: '/api/nothing' }), ok: 0, policy: everyAccount('not-found') },
  },
};
