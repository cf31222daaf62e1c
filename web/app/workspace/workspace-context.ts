import { createContext, useContext, useEffect } from 'react';
import type { Workspace } from './workspace.ts';

type WorkspaceGate = {
  /** The signed-in person's house; undefined while it is closed. */
  house: Workspace | undefined;
  /** Opens it, until somebody else or nobody is signed in. */
  open: () => void;
};

export const WorkspaceContext = createContext<WorkspaceGate>({ house: undefined, open: () => {} });

/**
 * Opens the signed-in person's house, for a page that needs it. Undefined while it is being opened, and when nobody is
 * signed in.
 */
export function useWorkspace(): Workspace | undefined {
  const { house, open } = useContext(WorkspaceContext);
  useEffect(() => open(), [open]);
  return house;
}
