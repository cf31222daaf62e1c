import '#web/ui/surfaces/tile.css';
import { QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query';
import { TrashView } from '#web/features/files/trash/trash-view.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import { useOffline } from './use-offline.ts';
import type { Workspace } from './workspace.ts';
import { useWorkspace } from './workspace-context.ts';

/** `/trash`: what is in Trash, to be restored or deleted forever. */
export function TrashPage() {
  const workspace = useWorkspace();
  if (workspace === undefined) return null;
  return (
    <QueryClientProvider client={workspace.queries}>
      <TrashContent workspace={workspace} />
    </QueryClientProvider>
  );
}

function TrashContent({ workspace: { trash, toasts, undo, connection, tryAgain } }: { workspace: Workspace }) {
  const offline = useOffline(connection);
  const query = useInfiniteQuery(trash.query());
  return (
    <TrashView
      trash={trash}
      toasts={toasts}
      undo={undo}
      offline={offline}
      query={query}
      notice={
        // A Trash that cannot be shown says so itself.
        query.data ? (
          <OfflineNotice connection={connection} asOf={query.dataUpdatedAt} tryAgain={tryAgain} />
        ) : undefined
      }
    />
  );
}
