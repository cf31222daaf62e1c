import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, type ReactNode, useSyncExternalStore } from 'react';
import { OfflineContext, TurnsContext } from '#web/features/files/listing/offline.ts';
import { ResultsContext, useResultsEnd } from '#web/features/files/listing/results.ts';
import { ViewerContext, type ViewerProps } from '#web/features/files/viewing/viewer-context.ts';
import type { Connection } from './connection.ts';
import { loadChunk } from './load-chunk.ts';
import { useOffline } from './use-offline.ts';
import type { Workspace } from './workspace.ts';
import { useWorkspace } from './workspace-context.ts';

const Viewer = lazy(async () => ({
  default: (
    await loadChunk(
      () => import('#web/features/viewer/viewer.tsx'),
      () => location.href,
    )
  ).Viewer,
}));

type InWorkspaceProps = { children: (workspace: Workspace) => ReactNode };

/** A page of the workspace, once that is open; it shows what the last action led to. */
export function InWorkspace({ children }: InWorkspaceProps) {
  const workspace = useWorkspace();
  return workspace ? <Inside workspace={workspace}>{children}</Inside> : null;
}

function Inside({ workspace, children }: InWorkspaceProps & { workspace: Workspace }) {
  const { results } = workspace.listings;
  useResultsEnd(results);
  return (
    <QueryClientProvider client={workspace.queries}>
      <ResultsContext value={results}>
        <InReach connection={workspace.connection}>
          <ViewerContext value={viewerOf}>{children(workspace)}</ViewerContext>
        </InReach>
      </ResultsContext>
    </QueryClientProvider>
  );
}

/** Tells what is in it whether the server can be reached, and when that changed. */
export function InReach({ connection, children }: { connection: Connection; children: ReactNode }) {
  const turns = useSyncExternalStore(connection.subscribe, connection.turns);
  return (
    <OfflineContext value={useOffline(connection)}>
      <TurnsContext value={turns}>{children}</TurnsContext>
    </OfflineContext>
  );
}

function viewerOf(props: ViewerProps) {
  return <Viewer {...props} />;
}
