import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { doubled, type Frame, fit, movedBy, type Zoom, zoomedBy } from './zoom.ts';

type Point = { x: number; y: number };

type Gestures = {
  zoom: Zoom;
  onZoom: (zoom: Zoom) => void;
  /** A finger went across: 1 leads to the next file, -1 to the one before. */
  onSwipe: (by: 1 | -1) => void;
};

/** How far a finger goes before it has swiped, and how soon a second tap follows and how near, in CSS pixels and milliseconds. */
const swipeDistance = 56;
const doubleTapMs = 300;
const doubleTapDistance = 32;
/** A notch of a wheel magnifies by about a fifth. */
const wheelRate = 0.002;

/**
 * The ways to magnify and move a picture with mouse, pen and fingers: the wheel, a double click or double tap, two fingers;
 * one finger moves what is magnified, and else swipes. `stage` holds the picture, which has the class `viewer__print`.
 */
export function useGestures(stage: RefObject<HTMLElement | null>, { zoom, onZoom, onSwipe }: Gestures) {
  // Fingers move several times between two renderings.
  const latest = useRef(zoom);
  useLayoutEffect(() => {
    latest.current = zoom;
  }, [zoom]);
  const down = useRef(new Map<number, Point>());
  const began = useRef<Point & { fingers: number }>(undefined);
  const lastTap = useRef<Point & { time: number }>(undefined);
  const isMouse = useRef(true);

  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    const frame = frameOf(stage.current);
    const factor = Math.exp(-event.deltaY * wheelRate);
    if (frame) change(zoomedBy(factor, latest.current, middleTo(stage.current, pointOf(event)), frame));
  });
  useEffect(() => {
    const stop = new AbortController();
    // React listens passively; and the stage may be another one later.
    const onAnyWheel = (event: WheelEvent) => {
      if (event.target instanceof Node && stage.current?.contains(event.target)) onWheel(event);
    };
    window.addEventListener('wheel', onAnyWheel, { signal: stop.signal, passive: false });
    return () => stop.abort();
  }, [stage]);

  const onResize = useEffectEvent(() => {
    const frame = frameOf(stage.current);
    if (frame) change(movedBy({ x: 0, y: 0 }, latest.current, frame));
  });
  const isMagnified = zoom.scale > 1;
  useEffect(() => {
    if (!isMagnified || stage.current === null) return undefined;
    // What was at an edge of the stage may be out of sight in another one.
    const observer = new ResizeObserver(onResize);
    observer.observe(stage.current);
    return () => observer.disconnect();
  }, [stage, isMagnified]);

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      isMouse.current = event.pointerType === 'mouse';
      event.currentTarget.setPointerCapture(event.pointerId);
      down.current.set(event.pointerId, pointOf(event));
      const fingers = Math.max(down.current.size, began.current?.fingers ?? 0);
      began.current = { ...(began.current ?? pointOf(event)), fingers };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const before = down.current.get(event.pointerId);
      const frame = frameOf(stage.current);
      if (before === undefined || frame === undefined) return;
      const now = pointOf(event);
      const other = [...down.current].find(([id]) => id !== event.pointerId)?.[1];
      down.current.set(event.pointerId, now);
      const by = { x: now.x - before.x, y: now.y - before.y };
      if (other !== undefined) {
        const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
        const factor = distance(now, other) / Math.max(1, distance(before, other));
        const pinched = zoomedBy(factor, latest.current, middleTo(stage.current, middle), frame);
        change(movedBy({ x: by.x / 2, y: by.y / 2 }, pinched, frame));
      } else if (latest.current.scale > 1) change(movedBy(by, latest.current, frame));
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const start = began.current;
      down.current.delete(event.pointerId);
      if (down.current.size > 0) return;
      began.current = undefined;
      if (start === undefined || start.fingers > 1) return;
      const by = { x: event.clientX - start.x, y: event.clientY - start.y };
      if (event.pointerType === 'mouse') return;
      if (latest.current.scale === 1 && Math.abs(by.x) > swipeDistance && Math.abs(by.x) > 1.5 * Math.abs(by.y))
        onSwipe(by.x < 0 ? 1 : -1);
      else if (Math.hypot(by.x, by.y) < doubleTapDistance) tap(event);
    },
    onPointerCancel(event: PointerEvent<HTMLElement>) {
      down.current.delete(event.pointerId);
      if (down.current.size === 0) began.current = undefined;
    },
    /** Two taps of a finger have been counted. */
    onDoubleClick(event: { clientX: number; clientY: number }) {
      if (isMouse.current) toggle(event);
    },
  };

  function change(next: Zoom) {
    latest.current = next;
    onZoom(next);
  }

  /** The second of two taps; a mouse has its own event for that. */
  function tap(event: PointerEvent<HTMLElement>) {
    const at = pointOf(event);
    const last = lastTap.current;
    const isSecond =
      last !== undefined && event.timeStamp - last.time < doubleTapMs && distance(at, last) < doubleTapDistance;
    lastTap.current = isSecond ? undefined : { ...at, time: event.timeStamp };
    if (isSecond) toggle(event);
  }

  function toggle(event: { clientX: number; clientY: number }) {
    const frame = frameOf(stage.current);
    if (frame === undefined) return;
    const now = latest.current;
    change(now.scale > 1 ? fit : zoomedBy(doubled, now, middleTo(stage.current, pointOf(event)), frame));
  }
}

/** The sizes of a stage and of the picture in it, however far that is magnified; undefined while there is none. */
export function frameOf(stage: HTMLElement | null): Frame | undefined {
  const print = stage?.querySelector<HTMLElement>('.viewer__print');
  if (!stage || !print) return undefined;
  return {
    picture: { width: print.offsetWidth, height: print.offsetHeight },
    stage: { width: stage.offsetWidth, height: stage.offsetHeight },
  };
}

/** From the middle of the stage to a point of the window. */
function middleTo(stage: HTMLElement | null, point: Point): Point {
  const box = stage?.getBoundingClientRect() ?? new DOMRect();
  return { x: point.x - box.x - box.width / 2, y: point.y - box.y - box.height / 2 };
}

function pointOf({ clientX: x, clientY: y }: { clientX: number; clientY: number }): Point {
  return { x, y };
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
