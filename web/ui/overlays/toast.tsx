import './toast.css';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { CloseIcon } from '../icons/icons.tsx';
import { PointedContext } from './toast-end.ts';
import { toastHost } from './toast-host.ts';

type RegionProps = { label: string; children: ReactNode };

/** The corner of the page with the toasts. They move as they are to what covers the page: none begins again there. */
export function ToastRegion(props: RegionProps) {
  const host = useSyncExternalStore(toastHost.subscribe, toastHost.current);
  const own = useRef<HTMLDivElement>(null);
  const [box] = useState(newBox);
  useLayoutEffect(() => (host ?? own.current)?.append(box), [host, box]);
  return (
    <div className="contents" ref={own}>
      {createPortal(<Region {...props} />, box)}
    </div>
  );
}

/** One that takes no room where it is put. */
function newBox(): HTMLElement {
  const box = document.createElement('div');
  box.className = 'contents';
  return box;
}

function Region({ label, children }: RegionProps) {
  const region = useRef<HTMLElement>(null);
  const [pointed, setPointed] = useState(false);
  useEffect(() => {
    if (!pointed) return undefined;
    const stop = new AbortController();
    // What goes while it is pointed at, as a link that was pressed, is never left: React hears of no leaving then.
    const onOver = ({ target }: PointerEvent) => region.current?.contains(target as Node) || setPointed(false);
    addEventListener('pointerover', onOver, { signal: stop.signal });
    return () => stop.abort();
  }, [pointed]);
  return (
    <section
      className="toasts"
      aria-label={label}
      ref={region}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
    >
      <PointedContext value={pointed}>{children}</PointedContext>
    </section>
  );
}

type ToastProps = {
  title: string;
  alert?: boolean;
  leaving?: boolean;
  onClose?: () => void;
  children?: ReactNode;
  foot?: ReactNode;
};

/** A toast: a title, something below it, and a line with buttons. */
export function Toast({ title, alert, leaving, onClose, children, foot }: ToastProps) {
  return (
    <div className={leaving ? 'toast toast--leaving' : 'toast'} role={alert ? 'alert' : undefined}>
      <div className="toast__title">
        <span title={title}>{title}</span>
        {onClose ? (
          <button type="button" className="toast__close" aria-label={`Close ${title}`} title="Close" onClick={onClose}>
            <CloseIcon className="ic--16" />
          </button>
        ) : null}
      </div>
      {children}
      {foot ? <div className="toast__foot">{foot}</div> : null}
    </div>
  );
}
