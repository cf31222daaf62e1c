import { useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import type { Session } from '#web/features/account/session/session.ts';
import { SessionContext, useUser } from '#web/features/account/session/session-context.ts';
import { useOpenWorkspace } from './workspace/use-open-workspace.ts';
import { WorkspaceContext } from './workspace/workspace-context.ts';

/** What every page shares: the session, the workspace, and the toasts that stay from page to page. */
export function Root({ session }: { session: Session }) {
  return (
    <SessionContext value={session}>
      <RootContent />
    </SessionContext>
  );
}

function RootContent() {
  const state = useOpenWorkspace(useUser()?.uid);
  useFocusOnNewPage();
  return (
    <WorkspaceContext value={state}>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Outlet />
      {state.toasts}
      <ScrollRestoration />
    </WorkspaceContext>
  );
}

/** Moves the focus to a new page, so that the keyboard and screen readers start there. */
function useFocusOnNewPage() {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    // A page with a field of its own begins in that, one that shows an entry at that.
    if (document.activeElement?.matches('#main :is(input, [data-entry])') !== true)
      document.getElementById('main')?.focus({ preventScroll: true });
  }, [pathname]);
}
