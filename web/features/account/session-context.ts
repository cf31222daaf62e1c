import { createContext, useContext, useSyncExternalStore } from 'react';
import type { AuthState, Session } from './session.ts';

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
