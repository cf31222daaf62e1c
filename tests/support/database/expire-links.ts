import type { TestServer } from '../server/start-server.ts';
import { query } from './query.ts';

/** Lets the hour of every reset link be over. */
export async function expireLinks(server: TestServer): Promise<void> {
  await query(server, `update verification set "expiresAt" = '2020-01-01T00:00:00.000Z'`);
}
