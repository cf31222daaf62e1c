import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ResultsContext, useResultsEnd } from '#web/features/files/listing/results.ts';
import type { Workspace } from './workspace.ts';
import { useWorkspace } from './workspace-context.ts';

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
      <ResultsContext value={results}>{children(workspace)}</ResultsContext>
    </QueryClientProvider>
  );
}
