import { createContext, useContext, useSyncExternalStore } from 'react';
import type { AuthState, EndNotice, Session } from './session.ts';

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

/** Why the last session ended, for the log-in page. */
export function useEndNotice(): EndNotice | undefined {
  const session = useSession();
  return useSyncExternalStore(session.subscribe, session.endNotice);
}

/** Increases when the user has logged in again. */
export function useRenewals(): number {
  const session = useSession();
  return useSyncExternalStore(session.subscribe, session.renewals);
}
