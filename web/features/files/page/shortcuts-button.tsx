import { useEffect, useRef, useState } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import './shortcuts-button.css';

/** Keys that work anywhere on the page of a folder, or on the thing that has the focus. */
const shortcuts = [
  { keys: ['n'], does: 'New Folder' },
  { keys: ['u'], does: 'New File' },
  { keys: ['g'], does: 'Show as a grid' },
  { keys: ['l'], does: 'Show as a list' },
  { keys: ['←', '→', '↑', '↓'], does: 'Go from thing to thing' },
  { keys: ['Home', 'End'], does: 'Go to the first or last thing' },
  { keys: ['Enter'], does: 'Open' },
  { keys: ['F2'], does: 'Rename' },
  { keys: ['Del'], does: 'Move to Trash' },
  { keys: ['?'], does: 'These shortcuts' },
  { keys: ['Esc'], does: 'Close what is open' },
] as const;

/** Opens the list of shortcuts, and makes the single-letter ones work: they press what carries them. */
export function ShortcutsButton() {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    const stop = new AbortController();
    window.addEventListener('keydown', pressWhatCarriesIt, { signal: stop.signal });
    return () => stop.abort();
  }, []);

  return (
    <>
      <Button
        className="shortcuts-button"
        look="quiet"
        compact
        ref={button}
        aria-keyshortcuts="?"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        Shortcuts
      </Button>
      {open ? (
        <Dialog title="Shortcuts" onClose={() => setOpen(false)}>
          <dl className="shortcuts">
            {shortcuts.map(({ keys, does }) => (
              <div key={does}>
                <dt>{does}</dt>
                <dd>
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </Dialog>
      ) : null}
    </>
  );
}

function pressWhatCarriesIt(event: KeyboardEvent) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return;
  if (event.key.length !== 1 || isTyping(event.target) || document.querySelector('dialog[open]')) return;
  const carrier = document.querySelector<HTMLElement>(`[aria-keyshortcuts="${CSS.escape(event.key)}"]`);
  if (carrier === null) return;
  event.preventDefault();
  carrier.click();
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches('textarea, select')) return true;
  return target instanceof HTMLInputElement && !['radio', 'checkbox', 'file', 'button'].includes(target.type);
}
