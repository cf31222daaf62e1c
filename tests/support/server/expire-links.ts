import { query } from '../engines/query.ts';
import type { TestServer } from './start-server.ts';

/** Lets the hour of every reset link be over. */
export async function expireLinks(server: TestServer): Promise<void> {
  await query(server, `update verification set "expiresAt" = '2020-01-01T00:00:00.000Z'`);
}
