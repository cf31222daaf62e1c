import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import type { ReturnState } from '#web/features/account/login/return-path.ts';
import { useSession, useUser } from '#web/features/account/session/session-context.ts';

/**
 * Lets signed-in users pass and sends everybody else to log in (specification, section 2: route guard). Nothing that a page
 * knows of one person is left for another, who logged in in another tab.
 */
export function Guard() {
  const session = useSession();
  const user = useUser();
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (user) session.save(user);
  }, [session, user]);

  if (user === undefined) return <output className="sr-only">Opening Keepsake</output>;
  if (user === null)
    return <Navigate to="/login" replace state={{ returnTo: pathname + search } satisfies ReturnState} />;
  return user.closesAt === undefined ? <Outlet key={user.uid} /> : <Navigate to="/closing" replace />;
}
