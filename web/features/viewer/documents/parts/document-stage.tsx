import './document-stage.css';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';

type DocumentStageProps = {
  /** What the part that scrolls is called; one that is called otherwise begins at its top. */
  label: string;
  /** The buttons below it. */
  tools?: ReactNode;
  busy?: boolean;
  desk?: RefObject<HTMLDivElement | null>;
  onScroll?: () => void;
  children: ReactNode;
};

/** The middle of the viewer with a document in it, which scrolls by itself, and the row of buttons below. */
export function DocumentStage({ label, tools, busy, desk, onScroll, children }: DocumentStageProps) {
  return (
    <>
      <div className="viewer__content document">
        <div
          key={label}
          className="desk"
          ref={desk}
          role="region"
          aria-label={label}
          aria-busy={busy}
          tabIndex={0}
          onScroll={onScroll}
          onKeyDown={keepSidewaysKeys}
        >
          {children}
        </div>
      </div>
      <div className="viewer__tools document-tools">{tools}</div>
    </>
  );
}

/** Where a document is wider than its place, the arrow keys move it and do not step to another file. */
function keepSidewaysKeys(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget } = event;
  const isSideways = key === 'ArrowLeft' || key === 'ArrowRight';
  if (isSideways && currentTarget.scrollWidth > currentTarget.clientWidth) event.stopPropagation();
}
