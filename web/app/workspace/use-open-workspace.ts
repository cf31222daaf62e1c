import { type ComponentType, useCallback, useEffect, useMemo, useState } from 'react';
import { useSession } from '#web/features/account/session/session-context.ts';
import { loadChunk } from './load-chunk.ts';
import type { Workspace } from './workspace.ts';

type Opened = { workspace: Workspace; WorkspaceToasts: ComponentType<{ workspace: Workspace }> };

/**
 * The workspace of a user and the component that shows its toasts. It is loaded when a page first needs it, so that the
 * public pages stay light, and stays open from page to page until another user, or nobody, is signed in.
 */
export function useOpenWorkspace(uid: string | undefined) {
  const { ended, stoppedUploads } = useSession();
  const [opened, setOpened] = useState<Opened>();
  const [neededBy, setNeededBy] = useState<string>();
  const needed = uid !== undefined && neededBy === uid;

  useEffect(() => {
    if (!needed) return undefined;
    let left = false;
    let workspace: Workspace | undefined;
    loadChunk(() => import('./workspace-chunk.ts')).then(
      ({ openWorkspace, WorkspaceToasts }) => {
        if (left) return;
        workspace = openWorkspace(uid, ended);
        setOpened({ workspace, WorkspaceToasts });
      },
      (error: unknown) => {
        // Rethrown while rendering, so that the error page shows it.
        setOpened(() => {
          throw error;
        });
      },
    );
    return () => {
      left = true;
      const stopped = workspace?.close() ?? 0;
      if (stopped > 0) stoppedUploads(stopped);
      setOpened(undefined);
    };
  }, [uid, needed, ended, stoppedUploads]);

  const open = useCallback(() => setNeededBy(uid), [uid]);
  const current = opened?.workspace.uid === uid ? opened : undefined;
  return useMemo(
    () => ({ workspace: current?.workspace, WorkspaceToasts: current?.WorkspaceToasts, open }),
    [current, open],
  );
}
