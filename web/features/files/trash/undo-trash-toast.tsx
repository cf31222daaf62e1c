import { useEffect, useState, useSyncExternalStore } from 'react';
import { toastDelayMs, toastFadeMs } from '#contract/display.ts';
import { Toast } from '#web/ui/overlays/toast.tsx';
import { titleOf, type UndoTrash } from './undo-trash.ts';

/** Says what is in Trash now and takes it back. It goes by itself, but not while somebody is at it. */
export function UndoTrashToast({ removed }: { removed: UndoTrash }) {
  const things = useSyncExternalStore(removed.subscribe, removed.snapshot);
  // With each further thing it begins anew.
  return things.length > 0 ? <Offer key={things.length} removed={removed} /> : null;
}

function Offer({ removed }: { removed: UndoTrash }) {
  const things = removed.snapshot();
  const [held, setHeld] = useState(false);
  const [leaving, setLeaving] = useState(false);

  useEffect(() => {
    if (held) return undefined;
    const leave = setTimeout(() => setLeaving(true), toastDelayMs);
    const go = setTimeout(removed.forget, toastDelayMs + toastFadeMs);
    return () => {
      clearTimeout(leave);
      clearTimeout(go);
    };
  }, [held, removed]);

  const hold = (on: boolean) => () => {
    setHeld(on);
    setLeaving(false);
  };
  const many = things.length > 1;
  return (
    <div
      role="status"
      onPointerEnter={hold(true)}
      onPointerLeave={hold(false)}
      onFocus={hold(true)}
      onBlur={hold(false)}
    >
      <Toast
        title={many ? `${titleOf(things)} are in Trash` : titleOf(things)}
        leaving={leaving}
        foot={
          <>
            <span>{many ? 'For 30 days' : 'In Trash for 30 days'}</span>
            <button type="button" onClick={() => void removed.takeBack()}>
              Undo
            </button>
          </>
        }
      />
    </div>
  );
}
