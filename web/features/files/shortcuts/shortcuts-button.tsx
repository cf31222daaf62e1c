import { useEffect, useRef, useState } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import { Key } from '#web/ui/controls/key.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { clickShortcut } from './click-shortcut.ts';
import { shortcuts } from './shortcuts.ts';
import './shortcuts-button.css';

/** Opens the list of shortcuts, and makes those of a single letter work. */
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
