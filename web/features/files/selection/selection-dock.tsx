import './selection-dock.css';
import type { ReactNode } from 'react';
import { sizeText } from '#contract/texts/amounts.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { CloseIcon } from '#web/ui/icons/icons.tsx';

/** What is being done to many entries, how far it is, and how it is ended. */
export type Running = { text: string; cancel: () => void };

type SelectionDockProps = {
  count: number;
  /** How many the page shows. */
  total: number;
  bytes: number;
  /** What is being done to many entries right now. */
  running: Running | undefined;
  onSelectAll: () => void;
  onClear: () => void;
  /** What can be done with what is selected. */
  children: ReactNode;
};

/** How much is selected and what can be done with it; on a phone instead of the bar at the bottom. */
export function SelectionDock({ count, total, bytes, running, onSelectAll, onClear, children }: SelectionDockProps) {
  const selected = `${count.toLocaleString('en')} selected`;
  const said = running?.text ?? (count > 0 ? `${selected} of ${total.toLocaleString('en')}` : '');

  return (
    <>
      <output className="sr-only">{said}</output>
      {count > 0 || running !== undefined ? (
        <div className="selection-dock">
          <div
            className={running ? 'selection-bar selection-bar--running' : 'selection-bar'}
            role="toolbar"
            aria-label="Selection"
          >
            <p className="selection-bar__count">
              <b>{running?.text ?? selected}</b>
              {bytes > 0 && !running ? <span className="meta">{sizeText(bytes)}</span> : null}
            </p>
            {running ? (
              <Button compact onClick={running.cancel}>
                Cancel
              </Button>
            ) : (
              <>
                <Button variant="quiet" compact onClick={onSelectAll}>
                  Select all
                </Button>
                <div className="selection-bar__actions">{children}</div>
                <Button
                  variant="quiet"
                  compact
                  icon
                  aria-label="Clear selection"
                  data-tooltip="Clear selection"
                  onClick={onClear}
                >
                  <CloseIcon className="ic--16" />
                </Button>
              </>
            )}
          </div>
        </div>
      ) : null}
    </>
  );
}
