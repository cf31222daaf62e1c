import { useEffect, useState, useSyncExternalStore } from 'react';
import { toastDelayMs, toastFadeMs } from '#contract/display.ts';
import { Toast } from '#web/ui/overlays/toast.tsx';
import { titleOf, type UndoTrash } from './undo-trash.ts';

/**
 * Says what was moved to Trash and offers to restore it. It goes by itself, but not while it is pointed at or focused.
 */
export function UndoTrashToast({ undoTrash }: { undoTrash: UndoTrash }) {
  const entries = useSyncExternalStore(undoTrash.subscribe, undoTrash.snapshot);
  // Each further entry starts its time again.
  return entries.length > 0 ? <Offer key={entries.length} undoTrash={undoTrash} /> : null;
}

function Offer({ undoTrash }: { undoTrash: UndoTrash }) {
  const entries = undoTrash.snapshot();
  const [held, setHeld] = useState(false);
  const [leaving, setLeaving] = useState(false);

  useEffect(() => {
    if (held) return undefined;
    const leave = setTimeout(() => setLeaving(true), toastDelayMs);
    const go = setTimeout(undoTrash.forget, toastDelayMs + toastFadeMs);
    return () => {
      clearTimeout(leave);
      clearTimeout(go);
    };
  }, [held, undoTrash]);

  const hold = (on: boolean) => () => {
    setHeld(on);
    setLeaving(false);
  };
  return (
    <div
      role="status"
      onPointerEnter={hold(true)}
      onPointerLeave={hold(false)}
      onFocus={hold(true)}
      onBlur={hold(false)}
    >
      <Toast
        title={titleOf(entries)}
        leaving={leaving}
        foot={
          <>
            <span>Moved to Trash</span>
            <button type="button" onClick={() => void undoTrash.restore()}>
              Undo
            </button>
          </>
        }
      />
    </div>
  );
}
