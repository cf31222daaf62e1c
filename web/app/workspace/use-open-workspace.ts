import { type ComponentType, useCallback, useEffect, useMemo, useState } from 'react';
import { useSession } from '#web/features/account/session/session-context.ts';
import { loadPart } from './load-part.ts';
import type { Workspace } from './workspace.ts';

type Opened = { house: Workspace; WorkspaceToasts: ComponentType<{ house: Workspace }> };

/**
 * The house of a person, and what shows its toasts: closed until a page needs it, so that the pages for everybody stay
 * light; open from then on, from page to page, until another person, or nobody, is signed in.
 */
export function useOpenWorkspace(uid: string | undefined) {
  const { ended, stoppedUploads } = useSession();
  const [opened, setOpened] = useState<Opened>();
  const [wantedBy, setWantedBy] = useState<string>();
  const wanted = uid !== undefined && wantedBy === uid;

  useEffect(() => {
    if (!wanted) return undefined;
    let left = false;
    let house: Workspace | undefined;
    loadPart(() => import('./workspace-chunk.ts')).then(
      ({ openWorkspace, WorkspaceToasts }) => {
        if (left) return;
        house = openWorkspace(uid, ended);
        setOpened({ house, WorkspaceToasts });
      },
      (error: unknown) => {
        // Hands the failure to the page that says so.
        setOpened(() => {
          throw error;
        });
      },
    );
    return () => {
      left = true;
      const stopped = house?.close() ?? 0;
      if (stopped > 0) stoppedUploads(stopped);
      setOpened(undefined);
    };
  }, [uid, wanted, ended, stoppedUploads]);

  const open = useCallback(() => setWantedBy(uid), [uid]);
  const current = opened?.house.uid === uid ? opened : undefined;
  return useMemo(() => ({ house: current?.house, WorkspaceToasts: current?.WorkspaceToasts, open }), [current, open]);
}
