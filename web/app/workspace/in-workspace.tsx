import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, type ReactNode } from 'react';
import { OfflineContext } from '#web/features/files/listing/offline.ts';
import { ResultsContext, useResultsEnd } from '#web/features/files/listing/results.ts';
import { ViewerContext, type ViewerProps } from '#web/features/files/viewing/viewer-context.ts';
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
  const offline = useOffline(workspace.connection);
  useResultsEnd(results);
  return (
    <QueryClientProvider client={workspace.queries}>
      <ResultsContext value={results}>
        <OfflineContext value={offline}>
          <ViewerContext value={viewerOf}>{children(workspace)}</ViewerContext>
        </OfflineContext>
      </ResultsContext>
    </QueryClientProvider>
  );
}

function viewerOf(props: ViewerProps) {
  return <Viewer {...props} />;
}
