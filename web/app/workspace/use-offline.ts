import { useSyncExternalStore } from 'react';
import type { Connection, Reach } from './connection.ts';

/** Whether the server can be reached. While it cannot, what is shown may be old, and nothing can be changed. */
export function useReach(connection: Connection): Reach {
  return useSyncExternalStore(connection.subscribe, connection.reach);
}

export function useOffline(connection: Connection): boolean {
  return useReach(connection) !== 'reachable';
}
