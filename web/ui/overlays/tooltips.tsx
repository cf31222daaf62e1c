import './tooltips.css';
import { useEffect, useState } from 'react';

/** How long something is pointed at before its tooltip appears, in milliseconds. */
const tooltipDelayMs = 500;

type Tooltip = { text: string; left: number; top: number };

/**
 * Shows what an element carries as `data-tooltip` while it is pointed at or has the focus of the keyboard; Esc hides it.
 * The element says the same to screen readers by itself.
 */
export function Tooltips() {
  const [tooltip, setTooltip] = useState<Tooltip>();

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let over: HTMLElement | null = null;

    function look(event: Event) {
      if (event.type === 'pointerover' && (event as PointerEvent).pointerType === 'touch') return;
      const target = event.target instanceof Element ? event.target : null;
      // The tooltip itself can be pointed at without losing it.
      if (target?.closest('.tooltip')) return;
      const found = target?.closest<HTMLElement>('[data-tooltip]') ?? null;
      if (found === over) return;
      hide();
      if (found === null || (event.type === 'focusin' && !found.matches(':focus-visible'))) return;
      over = found;
      timer = setTimeout(() => setTooltip(placed(found)), tooltipDelayMs);
    }

    function hide() {
      clearTimeout(timer);
      over = null;
      setTooltip(undefined);
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

  if (tooltip === undefined) return null;
  return (
    <div className="tooltip" role="tooltip" dir="auto" style={{ left: tooltip.left, top: tooltip.top }}>
      {tooltip.text}
    </div>
  );
}

const tooltipWidth = 280;
const edge = 8;

/** Below the element, and inside the page. */
function placed(element: HTMLElement): Tooltip | undefined {
  if (!element.isConnected) return undefined;
  const { left, bottom } = element.getBoundingClientRect();
  return {
    text: element.dataset.tooltip ?? '',
    left: Math.max(edge, Math.min(left + edge, document.documentElement.clientWidth - tooltipWidth - edge)),
    top: Math.min(bottom - edge, window.innerHeight - 5 * edge),
  };
}
