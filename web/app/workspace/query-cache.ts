import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#client/api-error.ts';
import type { Connection } from './connection.ts';

/** The cache of what was read from the server. */
export function createQueryCache(connection: Pick<Connection, 'isConnected'>): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        // The change stream keeps the cache up to date; without it, what is shown is read again.
        staleTime: () => (connection.isConnected() ? Number.POSITIVE_INFINITY : 0),
        retry: (failures, error) => failures < 2 && error instanceof ApiError && error.code === 'unavailable',
        retryDelay: 500,
      },
    },
  });
}
