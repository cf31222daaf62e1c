import './rubber-band.css';
import { useContext, useEffect, useState } from 'react';
import { type Band, idsInBand } from './band.ts';
import { SelectionContext } from './selection-context.ts';
import { type BandAreas, BandAreasContext } from './use-band-area.ts';

/** On these a mouse does something else; the rest of the page is bare. */
const notBare =
  'a, button, input, label, form, header, nav, dialog, [role="toolbar"], .tile__stage, .tile__cap, .list__row, .list__head';
/** The mouse moves so far before a band begins, in CSS pixels. */
const slack = 5;
/** So near to the edge of the window the page scrolls, by so much for each frame, in CSS pixels. */
const edge = 48;
const scrollStep = 18;

/**
 * Selects what a frame touches that the mouse draws on the bare page; with Shift what was selected stays, with Ctrl what
 * it touches is selected or taken out. At the edges of the window the page scrolls.
 */
export function RubberBand() {
  const selection = useContext(SelectionContext);
  const areas = useContext(BandAreasContext);
  const [band, setBand] = useState<Band>();

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    let end = () => {};

    function begin(event: PointerEvent) {
      const target = event.target instanceof Element ? event.target : null;
      if (event.pointerType !== 'mouse' || event.button !== 0) return;
      if (!target?.closest('main') || target.closest(notBare)) return;
      const before = selection.snapshot();
      const keeps = event.shiftKey ? 'add' : event.ctrlKey || event.metaKey ? 'toggle' : 'none';
      const start = { x: event.pageX, y: event.pageY };
      let at = { x: event.clientX, y: event.clientY };
      let frame: number | undefined;
      let drawn = false;
      let touched: readonly string[] | undefined;
      const drag = new AbortController();
      // No text is selected meanwhile.
      event.preventDefault();
      if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
      end = () => {
        drag.abort();
        if (frame !== undefined) cancelAnimationFrame(frame);
        setBand(undefined);
        end = () => {};
      };
      const listen = { signal: drag.signal };
      window.addEventListener(
        'pointermove',
        (move) => {
          at = { x: move.clientX, y: move.clientY };
          if (Math.hypot(move.pageX - start.x, move.pageY - start.y) > slack) frame ??= requestAnimationFrame(step);
        },
        listen,
      );
      window.addEventListener('scroll', () => drawn && draw(), listen);
      window.addEventListener('pointercancel', () => end(), listen);
      window.addEventListener('blur', () => end(), listen);
      window.addEventListener(
        'pointerup',
        () => {
          // The last movement may still wait for its frame.
          if (frame !== undefined) {
            drawn = true;
            draw();
          }
          if (!drawn && keeps === 'none') selection.clear();
          end();
        },
        listen,
      );

      function step() {
        drawn = true;
        draw();
        const by = at.y < edge ? -scrollStep : at.y > window.innerHeight - edge ? scrollStep : 0;
        if (by !== 0) window.scrollBy({ top: by, behavior: 'instant' });
        frame = by === 0 ? undefined : requestAnimationFrame(step);
      }

      function draw() {
        const x = at.x + window.scrollX;
        const y = at.y + window.scrollY;
        const next = {
          left: Math.min(x, start.x),
          top: Math.min(y, start.y),
          right: Math.max(x, start.x),
          bottom: Math.max(y, start.y),
        };
        const now = touchedBy(areas, next);
        // Among many that are selected each change takes a while.
        if (touched === undefined || !isSame(now, touched)) {
          touched = now;
          selection.set(combined(before, touched, keeps));
        }
        setBand(next);
      }
    }

    window.addEventListener('pointerdown', begin, { signal });
    return () => {
      stop.abort();
      end();
    };
  }, [selection, areas]);

  if (band === undefined) return null;
  const { left, top, right, bottom } = band;
  const count = selection.snapshot().size;
  return (
    <div className="rubber-band" style={{ left, top, width: right - left, height: bottom - top }} aria-hidden="true">
      {count > 0 ? <span className="rubber-band__tip">{count.toLocaleString('en')} selected</span> : null}
    </div>
  );
}

/** `band` is measured from the top left of the document. */
function touchedBy(areas: BandAreas, { left, top, right, bottom }: Band): string[] {
  return [...areas].flatMap((read) => {
    const found = read();
    if (found === undefined) return [];
    const box = found.element.getBoundingClientRect();
    const x = box.left + window.scrollX;
    const y = box.top + window.scrollY;
    return idsInBand(found.area, { left: left - x, top: top - y, right: right - x, bottom: bottom - y });
  });
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id, at) => id === other[at]);
}

function combined(before: ReadonlySet<string>, touched: readonly string[], keeps: 'none' | 'add' | 'toggle') {
  if (keeps === 'none') return touched;
  const next = new Set(before);
  for (const id of touched) if (keeps === 'add' || !next.delete(id)) next.add(id);
  return next;
}
