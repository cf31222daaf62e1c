import type { Person } from '../client/build-account.ts';
import type { SharedServer } from '../server/shared-server.ts';
import { query } from './query.ts';

/** Gives an account that has stored something before a quota in bytes, as an operator does, in the database. */
export async function setQuota(server: SharedServer, { uid }: Person, quotaBytes: number): Promise<void> {
  await query(server, `update accounts set quota_bytes = ${quotaBytes} where user_id = '${uid}'`);
}
