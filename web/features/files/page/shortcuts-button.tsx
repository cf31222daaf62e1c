import { useEffect, useRef, useState } from 'react';
import { isKeyTaken } from '#web/ui/browser/is-key-taken.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Key } from '#web/ui/controls/key.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import './shortcuts-button.css';

/** Keys that work anywhere on the page of a folder, or on the item that has the focus. */
const shortcuts = [
  { keys: ['/', 'Ctrl K'], action: 'Find a folder or file' },
  { keys: ['f'], action: 'Filter this folder' },
  { keys: ['n'], action: 'New Folder' },
  { keys: ['u'], action: 'New File' },
  { keys: ['g'], action: 'Show as a grid' },
  { keys: ['l'], action: 'Show as a list' },
  { keys: ['←', '→', '↑', '↓'], action: 'Move between items' },
  { keys: ['Home', 'End'], action: 'Go to the first or last item' },
  { keys: ['A', '…', 'Z'], action: 'Go to a name as you type it, from an item while nothing is selected' },
  { keys: ['Enter'], action: 'Open' },
  { keys: ['Space', 'x'], action: 'Select' },
  { keys: ['Space', 'Enter'], action: 'View a file that is selected' },
  { keys: ['Shift ↑', 'Shift ↓'], action: 'Select from item to item' },
  { keys: ['Ctrl A'], action: 'Select all' },
  { keys: ['Shift F10'], action: 'Open the menu of an item' },
  { keys: ['Ctrl X', 'Ctrl C', 'Ctrl V'], action: 'Cut, copy and paste items' },
  { keys: ['F2'], action: 'Rename' },
  { keys: ['m'], action: 'Move what is selected to another folder' },
  { keys: ['Del'], action: 'Move to Trash' },
  { keys: ['Ctrl Z'], action: 'Undo' },
  { keys: ['?'], action: 'Show this list' },
  { keys: ['Esc'], action: 'Close a dialog, clear the selection' },
] as const;

/**
 * Opens the list of shortcuts, and makes the single-letter ones work: they click the element with that `aria-
 * keyshortcuts`.
 */
export function ShortcutsButton() {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    const stop = new AbortController();
    window.addEventListener('keydown', clickShortcut, { signal: stop.signal });
    return () => stop.abort();
  }, []);

  return (
    <>
      <Button
        className="shortcuts-button"
        variant="quiet"
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
            {shortcuts.map(({ keys, action }) => (
              <div key={action}>
                <dt>{action}</dt>
                <dd>
                  {keys.map((key) => (
                    <Key key={key}>{key}</Key>
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

function clickShortcut(event: KeyboardEvent) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return;
  if (event.key.length !== 1 || isKeyTaken(event)) return;
  const element = document.querySelector<HTMLElement>(`[aria-keyshortcuts="${CSS.escape(event.key)}"]`);
  if (element === null) return;
  event.preventDefault();
  if (element instanceof HTMLInputElement && element.type === 'search') element.focus();
  else element.click();
}
