import { type ComponentType, createElement, type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { useRenewals, useSession } from '#web/features/account/session/session-context.ts';
import { loadChunk } from './load-chunk.ts';
import type { HeldUploads, Workspace } from './workspace.ts';

type Opened = { workspace: Workspace; WorkspaceToasts: ComponentType<{ workspace: Workspace }> };

/** Uploads that the end of a session stopped, and what says so until the same person logs in again. */
type Held = {
  uid: string;
  uploads: HeldUploads;
  HeldUploadsToast: ComponentType<{ count: number; onDiscard: () => void }>;
};

/**
 * The workspace of a user and its toasts. It is loaded when a page first needs it, so that the public pages stay light,
 * and stays open from page to page until another user, or nobody, is signed in, or the same user again. Uploads that were not
 * complete then resume in the next workspace of the same user.
 */
export function useOpenWorkspace(uid: string | undefined) {
  const session = useSession();
  const renewals = useRenewals();
  const [opened, setOpened] = useState<Opened>();
  const [held, setHeld] = useState<Held>();
  const [neededBy, setNeededBy] = useState<string>();
  const needed = uid !== undefined && (neededBy === uid || held?.uid === uid);

  useEffect(() => {
    if (!needed) return undefined;
    let left = false;
    let close = () => {};
    loadChunk(() => import('./workspace-chunk.ts')).then(
      ({ openWorkspace, WorkspaceToasts, HeldUploadsToast }) => {
        if (left) return;
        const workspace = openWorkspace(uid, () => {
          if (!left) void session.ended();
        });
        setNeededBy(uid);
        setOpened({ workspace, WorkspaceToasts });
        setHeld((before) => {
          if (before?.uid !== uid) return before;
          workspace.resumeHeld(before.uploads);
          return undefined;
        });
        close = () => {
          const uploads = workspace.close({ resumes: session.renewals() !== renewals });
          if (uploads.count === 0) return;
          setHeld({ uid, uploads, HeldUploadsToast });
          session.stoppedUploads(uploads.count);
        };
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
      close();
      setOpened(undefined);
    };
  }, [uid, needed, renewals, session]);

  const open = useCallback(() => setNeededBy(uid), [uid]);
  const current = opened?.workspace.uid === uid ? opened : undefined;
  const waiting = uid === undefined ? held : undefined;
  return useMemo(
    () => ({ workspace: current?.workspace, toasts: toastsOf(current, waiting, () => setHeld(undefined)), open }),
    [current, waiting, open],
  );
}

function toastsOf(opened: Opened | undefined, held: Held | undefined, onDiscard: () => void): ReactNode {
  if (opened) return createElement(opened.WorkspaceToasts, { workspace: opened.workspace });
  return held ? createElement(held.HeldUploadsToast, { count: held.uploads.count, onDiscard }) : null;
}
