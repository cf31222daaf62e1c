import { useMemo } from 'react';
import { errorFromResponse } from '#client/api-error.ts';
import { ownServer, type Server } from '#client/server.ts';
import { useSession, useUser } from './session-context.ts';

/**
 * The server of this page, for the user. An answer that nobody is logged in ends the session; a wrong password or code does not, although
 * it is answered with 401, too.
 */
export function useSessionServer(): Server {
  const { ended } = useSession();
  const uid = useUser()?.uid;
  return useMemo(() => {
    const server = ownServer(uid);
    return {
      ...server,
      async fetch(input, init) {
        const response = await server.fetch(input, init);
        if (response.status === 401) {
          const { code } = await errorFromResponse(response.clone());
          if (code === 'unauthenticated') void ended();
        }
        return response;
      },
    };
  }, [ended, uid]);
}
