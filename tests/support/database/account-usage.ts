import type { Person } from '../client/build-account.ts';
import type { SharedServer } from '../server/shared-server.ts';
import { query } from './query.ts';

/** The bytes that the account takes, and those reserved for its uploads under way. */
export async function roomOf(server: SharedServer, person: Person): Promise<{ used: number; reserved: number }> {
  const statement = `select used_bytes, reserved_bytes from accounts where user_id = '${person.uid}'`;
  const [row] = await query(server, statement);
  return { used: Number(row?.['used_bytes'] ?? 0), reserved: Number(row?.['reserved_bytes'] ?? 0) };
}
