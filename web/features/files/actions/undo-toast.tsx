import { useEffect, useSyncExternalStore } from 'react';
import { Link, useLocation } from 'react-router';
import { toastDelayMs, toastFadeMs } from '#contract/display.ts';
import { isKeyTaken } from '#web/ui/browser/is-key-taken.ts';
import { Toast } from '#web/ui/overlays/toast.tsx';
import { useToastEnd } from '#web/ui/overlays/toast-end.ts';
import { folderAddress } from '../cache/place.ts';
import type { Results } from '../listing/results.ts';
import type { Done, Undo } from '../undo/undo.ts';

type UndoToastProps = { undo: Undo; results: Results };

/** Says what was done and offers to undo it, as Ctrl Z does, and to show what it led to when that is elsewhere. */
export function UndoToast({ undo, results }: UndoToastProps) {
  const done = useSyncExternalStore(undo.subscribe, undo.snapshot);
  useUndoKey(undo);
  // Each further one starts its time again.
  return done ? <Offer key={`${done.at} ${done.what}`} done={done} undo={undo} results={results} /> : null;
}

function Offer({ done, undo, results }: UndoToastProps & { done: Done }) {
  const instead = undo.instead();
  const { leaving, focus } = useToastEnd(undo.forget, { delayMs: toastDelayMs, fadeMs: toastFadeMs });
  return (
    <div role="status" {...focus}>
      <Toast
        title={done.title}
        leaving={leaving}
        onClose={undo.forget}
        foot={
          <>
            <span>{instead === undefined ? done.what : null}</span>
            {instead?.more ? (
              <button type="button" onClick={instead.more.open}>
                {instead.more.label}
              </button>
            ) : null}
            <ShowLink places={done.places} results={results} />
            {done.calls.length > 0 ? (
              <button type="button" onClick={() => void (instead ? instead.run() : undo.undo(done))}>
                {instead?.label ?? 'Undo'}
              </button>
            ) : null}
          </>
        }
      >
        {instead === undefined ? null : <p className="wrap-anywhere">{done.what}</p>}
      </Toast>
    </div>
  );
}

/** Leads to results that the page does not show. */
function ShowLink({ places, results }: Pick<Done, 'places'> & Pick<UndoToastProps, 'results'>) {
  const { pathname } = useLocation();
  const [place] = places;
  if (place === undefined || places.some(({ folderId }) => folderAddress(folderId) === pathname)) return null;
  return (
    <Link
      to={folderAddress(place.folderId)}
      onClick={({ currentTarget }) => {
        results.show(places.flatMap(({ ids }) => ids));
        // An element that goes with the focus tells nobody, and the toast would stay.
        currentTarget.blur();
      }}
    >
      Show
    </Link>
  );
}

/** Ctrl Z, but where a text is written: there it is the text's. */
function useUndoKey(undo: Undo): void {
  useEffect(() => {
    const stop = new AbortController();
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'z' || event.shiftKey || event.altKey || !(event.ctrlKey || event.metaKey))
        return;
      if (isKeyTaken(event, { inPages: true })) return;
      event.preventDefault();
      if (!event.repeat) void undo.undo();
    };
    window.addEventListener('keydown', onKeyDown, { signal: stop.signal });
    return () => stop.abort();
  }, [undo]);
}
