import './tips.css';
import { useEffect, useState } from 'react';

/** How long something is looked at before its tip comes, in milliseconds. */
const tipDelayMs = 500;

type Tip = { text: string; left: number; top: number };

/**
 * Shows what an element carries as `data-tip` while it is pointed at or has the focus of the keyboard; Esc hides it.
 * The element says the same to screen readers by itself.
 */
export function Tips() {
  const [tip, setTip] = useState<Tip>();

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let over: HTMLElement | null = null;

    function look(event: Event) {
      if (event.type === 'pointerover' && (event as PointerEvent).pointerType === 'touch') return;
      const target = event.target instanceof Element ? event.target : null;
      // The tip itself can be pointed at without losing it.
      if (target?.closest('.tip')) return;
      const found = target?.closest<HTMLElement>('[data-tip]') ?? null;
      if (found === over) return;
      hide();
      if (found === null || (event.type === 'focusin' && !found.matches(':focus-visible'))) return;
      over = found;
      timer = setTimeout(() => setTip(placed(found)), tipDelayMs);
    }

    function hide() {
      clearTimeout(timer);
      over = null;
      setTip(undefined);
    }

    document.addEventListener('pointerover', look, { signal });
    document.addEventListener('focusin', look, { signal });
    document.addEventListener('focusout', hide, { signal });
    document.addEventListener('pointerdown', hide, { signal });
    document.addEventListener('dragstart', hide, { signal });
    window.addEventListener('scroll', hide, { signal, passive: true });
    window.addEventListener('keydown', (event) => event.key === 'Escape' && hide(), { signal });
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, []);

  if (tip === undefined) return null;
  return (
    <div className="tip" role="tooltip" dir="auto" style={{ left: tip.left, top: tip.top }}>
      {tip.text}
    </div>
  );
}

const tipWidth = 280;
const edge = 8;

/** Below the element, and inside the page. */
function placed(element: HTMLElement): Tip | undefined {
  if (!element.isConnected) return undefined;
  const { left, bottom } = element.getBoundingClientRect();
  return {
    text: element.dataset.tip ?? '',
    left: Math.max(edge, Math.min(left + edge, document.documentElement.clientWidth - tipWidth - edge)),
    top: Math.min(bottom - edge, window.innerHeight - 5 * edge),
  };
}
