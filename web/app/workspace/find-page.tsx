import '#web/ui/surfaces/tile.css';
import { QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router';
import { FindView } from '#web/features/files/find/find-view.tsx';
import { wantedBy } from '#web/features/files/find/wanted.ts';
import { OfflineNotice } from './offline-notice.tsx';
import { useOffline } from './use-offline.ts';
import type { Workspace } from './workspace.ts';
import { useWorkspace } from './workspace-context.ts';

/** `/find?q=`: folders and files by their names. */
export function FindPage() {
  const workspace = useWorkspace();
  if (workspace === undefined) return null;
  return (
    <QueryClientProvider client={workspace.queries}>
      <FindContent workspace={workspace} />
    </QueryClientProvider>
  );
}

function FindContent({ workspace }: { workspace: Workspace }) {
  const { views, listings, toasts, undo, connection, tryAgain } = workspace;
  const [params, setParams] = useSearchParams();
  const [now] = useState(Date.now);
  const wanted = wantedBy(params, now);
  const offline = useOffline(connection);
  const query = useInfiniteQuery({ ...views.found(wanted ?? {}), enabled: wanted !== undefined });
  return (
    <FindView
      params={params}
      setParams={useCallback((next: URLSearchParams) => setParams(next, { replace: true }), [setParams])}
      query={wanted && query}
      listings={listings}
      toasts={toasts}
      undo={undo}
      offline={offline}
      notice={
        // What cannot be shown says so itself.
        wanted && query.data ? (
          <OfflineNotice connection={connection} asOf={query.dataUpdatedAt} tryAgain={tryAgain} />
        ) : undefined
      }
    />
  );
}
