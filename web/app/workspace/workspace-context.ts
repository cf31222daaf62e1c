import { createContext, useContext, useEffect } from 'react';
import type { Workspace } from './workspace.ts';

type WorkspaceState = {
  /** The signed-in user's workspace; undefined while it is closed. */
  workspace: Workspace | undefined;
  /** Opens it, until somebody else or nobody is signed in. */
  open: () => void;
};

export const WorkspaceContext = createContext<WorkspaceState>({ workspace: undefined, open: () => {} });

/**
 * Opens the signed-in user's workspace for a page that needs it. Undefined while it opens, and when nobody is signed
 * in.
 */
export function useWorkspace(): Workspace | undefined {
  const { workspace, open } = useContext(WorkspaceContext);
  useEffect(() => open(), [open]);
  return workspace;
}
