import { useMemo } from 'react';
import { type ApiClient, createApi } from '#client/api.ts';
import { useSessionServer } from '#web/features/account/session/use-session-server.ts';

/** What a room calls. */
export function useApi(): ApiClient {
  const server = useSessionServer();
  return useMemo(() => createApi(server), [server]);
}
