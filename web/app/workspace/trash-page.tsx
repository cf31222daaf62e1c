import '#web/ui/surfaces/tile.css';
import { QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query';
import { TrashView } from '#web/features/files/trash/trash-view.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import { useOffline } from './use-offline.ts';
import type { Workspace } from './workspace.ts';
import { useWorkspace } from './workspace-context.ts';

/** `/trash`: what was removed, the way back and the end. */
export function TrashPage() {
  const house = useWorkspace();
  if (house === undefined) return null;
  return (
    <QueryClientProvider client={house.queries}>
      <TrashChunk house={house} />
    </QueryClientProvider>
  );
}

function TrashChunk({ house: { trash, notices, connection, tryAgain } }: { house: Workspace }) {
  const offline = useOffline(connection);
  const query = useInfiniteQuery(trash.query());
  return (
    <TrashView
      trash={trash}
      notices={notices}
      offline={offline}
      query={query}
      notice={
        // A Trash that cannot be shown says so itself.
        offline && query.data ? <OfflineNotice trueAt={query.dataUpdatedAt} tryAgain={tryAgain} /> : undefined
      }
    />
  );
}
