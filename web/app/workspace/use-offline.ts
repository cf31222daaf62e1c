import { useSyncExternalStore } from 'react';
import type { Connection } from './connection.ts';

/** Whether the server is unreachable for longer than a moment: what is shown may be old, and nothing can be changed. */
export function useOffline(connection: Connection): boolean {
  return useSyncExternalStore(connection.subscribe, connection.isOffline);
}
