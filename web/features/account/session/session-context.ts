import { createContext, useContext, useSyncExternalStore } from 'react';
import type { AuthState, Farewell, Session } from './session.ts';

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('useSession needs a SessionContext above it.');
  return session;
}

/** Undefined until it is known, then the signed-in user or null. */
export function useUser(): AuthState {
  const session = useSession();
  return useSyncExternalStore(session.subscribe, session.user);
}

/** What there is to say about the session before. */
export function useFarewell(): Farewell | undefined {
  const session = useSession();
  return useSyncExternalStore(session.subscribe, session.farewell);
}
