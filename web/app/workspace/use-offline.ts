import { useSyncExternalStore } from 'react';
import type { Connection } from './connection.ts';

/** Whether the server is away for longer than a moment: what is shown may be old, and nothing can be made. */
export function useOffline(connection: Connection): boolean {
  return useSyncExternalStore(connection.subscribe, connection.isLost);
}
