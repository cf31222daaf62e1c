import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Workspace } from './workspace.ts';
import { useWorkspace } from './workspace-context.ts';

/** A page of the workspace, once that is open. */
export function InWorkspace({ children }: { children: (workspace: Workspace) => ReactNode }) {
  const workspace = useWorkspace();
  if (workspace === undefined) return null;
  return <QueryClientProvider client={workspace.queries}>{children(workspace)}</QueryClientProvider>;
}
