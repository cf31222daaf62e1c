import '#web/ui/surfaces/tile.css';
import { QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query';
import { EntryView } from '#web/features/files/views/entry-view.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import { useOffline } from './use-offline.ts';
import type { Workspace } from './workspace.ts';
import { useWorkspace } from './workspace-context.ts';

/** `/starred`: what is starred. */
export function StarredPage() {
  return <ViewPage view="starred" />;
}

/** `/recent`: what was added or got new content lately. */
export function RecentPage() {
  return <ViewPage view="recent" />;
}

function ViewPage({ view }: { view: 'starred' | 'recent' }) {
  const workspace = useWorkspace();
  if (workspace === undefined) return null;
  return (
    <QueryClientProvider client={workspace.queries}>
      <ViewContent view={view} workspace={workspace} />
    </QueryClientProvider>
  );
}

function ViewContent({ view, workspace }: { view: 'starred' | 'recent'; workspace: Workspace }) {
  const { views, listings, toasts, undo, connection, tryAgain } = workspace;
  const offline = useOffline(connection);
  const query = useInfiniteQuery(views.query(view));
  return (
    <EntryView
      view={view}
      listings={listings}
      toasts={toasts}
      undo={undo}
      query={query}
      offline={offline}
      notice={
        // A view that cannot be shown says so itself.
        query.data ? (
          <OfflineNotice connection={connection} asOf={query.dataUpdatedAt} tryAgain={tryAgain} />
        ) : undefined
      }
    />
  );
}
