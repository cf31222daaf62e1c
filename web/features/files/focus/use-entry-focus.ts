import {
  type KeyboardEvent,
  type RefObject,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { flushSync } from 'react-dom';
import { ResultsContext } from '../listing/results.ts';
import { RevealContext, type Revealed, setShown, wasShown } from '../listing/reveal.ts';
import { countIn, entryAfter, idAt, neighbourOf, placeOf, type Section } from './entry-focus-order.ts';
import { createTypeAhead } from './type-ahead.ts';

/** Selects the entry that has the focus; names that begin with it are found with Shift. */
const selects = 'x';
/** Does something with what is selected. */
const moves = 'm';
const letter = /^\p{L}$/u;
/** A row that is not drawn until then does not come, in frames. */
const maxFrames = 60;

type Entries = {
  sections: readonly Section[];
  columns: number;
  /** The name of an entry, counted through all sections. */
  nameAt: (index: number) => string;
  /** Whether something is selected: then letters may be shortcuts. */
  isSelecting: () => boolean;
};

/**
 * Roving focus: Tab reaches one entry; arrow keys, Home, End and the beginning of a name move to the others. `box` holds
 * the entries; the link of each carries its id as `data-entry`.
 */
export function useEntryFocus(box: RefObject<HTMLElement | null>, entries: Entries) {
  const { sections, columns, nameAt, isSelecting } = entries;
  const [typeAhead] = useState(createTypeAhead);
  const [last, setLast] = useState<string>();
  const lastAmong = useRef(sections);
  const stop = last !== undefined && placeOf(sections, last) >= 0 ? last : idAt(sections, 0);

  const hasFocus = useRef(false);
  useLayoutEffect(() => {
    if (last === undefined) return;
    const isLost = document.activeElement === document.body;
    if (placeOf(sections, last) >= 0) {
      lastAmong.current = sections;
      // In another row it was drawn anew.
      if (isLost && hasFocus.current) linkIn(box, last)?.focus({ preventScroll: true });
      return;
    }
    // The entry that had the focus is gone: its neighbour gets it.
    const neighbour = neighbourOf(last, lastAmong.current, sections);
    setLast(neighbour);
    if (isLost && neighbour !== undefined) linkIn(box, neighbour)?.focus();
  }, [box, sections, last]);

  const revealed = useContext(RevealContext);
  const [found, setFound] = useState<Revealed>();
  if (revealed !== undefined && revealed !== found && placeOf(sections, revealed.id) >= 0 && !wasShown(revealed)) {
    setFound(revealed);
    // Its row is drawn then.
    setLast(revealed.id);
  }
  useEffect(() => {
    if (found === undefined || wasShown(found)) return undefined;
    return whenDrawn(box, found.id, (link) => {
      setShown(found);
      link.focus({ preventScroll: true });
      link.scrollIntoView({ block: 'center' });
    });
  }, [box, found]);
  const result = useResult(box, sections);

  return {
    /** The entry that Tab reaches. */
    stop,
    /** What has to be drawn wherever the page is scrolled to. */
    drawn: [stop, result].filter((id) => id !== undefined),
    onFocus({ target }: { target: EventTarget }) {
      const id = entryIdOf(linkBeside(target));
      hasFocus.current = id !== undefined;
      if (id !== undefined) setLast(id);
    },
    onBlur() {
      hasFocus.current = false;
    },
    onKeyDown(event: KeyboardEvent) {
      const id = entryIdOf(event.target);
      if (id === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      const isLetter = beginsName(event, isSelecting()) || (typeAhead.isWithin(event.timeStamp) && isCharacter(event));
      const next = isLetter ? namedNext(id, event) : entryAfter(sections, columns, id, event.key);
      if (isLetter || next !== undefined) event.preventDefault();
      if (next === undefined) return;
      flushSync(() => setLast(next));
      const link = linkIn(box, next);
      link?.focus({ preventScroll: true });
      link?.scrollIntoView({ block: 'nearest' });
    },
  };

  function namedNext(id: string, { key, timeStamp }: KeyboardEvent): string | undefined {
    const typed = { character: key, time: timeStamp, from: placeOf(sections, id) };
    const at = typeAhead.type(typed, { count: countIn(sections), at: nameAt });
    return at === undefined ? undefined : idAt(sections, at);
  }
}

/**
 * Whether a key is the first letter of a name: with the focus on an entry every letter is one while nothing is selected,
 * and otherwise those that are no shortcut. Shortcuts are small letters.
 */
function beginsName(event: KeyboardEvent, isSelecting: boolean): boolean {
  const { key } = event;
  if (!isCharacter(event) || key === ' ' || key === selects) return false;
  if (!isSelecting && letter.test(key)) return true;
  return key !== moves && document.querySelector(`[aria-keyshortcuts="${CSS.escape(key)}"]`) === null;
}

function isCharacter({ key }: KeyboardEvent): boolean {
  return Array.from(key).length === 1;
}

/** Brings what the last action led to into view, and leaves the focus where it is. Returns its id until then. */
function useResult(box: RefObject<HTMLElement | null>, sections: readonly Section[]): string | undefined {
  const results = useContext(ResultsContext);
  const wanted = useSyncExternalStore(results.subscribe, results.wanted);
  const id = wanted?.ids.find((one) => placeOf(sections, one) >= 0);
  useEffect(() => {
    if (id === undefined) return undefined;
    let frames = 0;
    let frame: number;
    // For a moment, as a new order of the entries, or what the focus returns to, may still move the page.
    const hold = () => {
      linkIn(box, id)?.scrollIntoView({ block: 'nearest' });
      frames += 1;
      if (frames > maxFrames) results.seen(wanted);
      else frame = requestAnimationFrame(hold);
    };
    frame = requestAnimationFrame(hold);
    const stop = new AbortController();
    window.addEventListener('wheel', () => results.seen(wanted), { signal: stop.signal, passive: true });
    return () => {
      cancelAnimationFrame(frame);
      stop.abort();
    };
  }, [box, results, wanted, id]);
  return id;
}

/** Does something with the link of an entry as soon as its row is drawn. Returns a function that gives it up. */
function whenDrawn(box: RefObject<HTMLElement | null>, id: string, act: (link: HTMLElement) => void): () => void {
  let frame = requestAnimationFrame(look);
  let frames = 0;
  return () => cancelAnimationFrame(frame);

  function look() {
    const link = linkIn(box, id);
    frames += 1;
    if (link === null && frames < maxFrames) frame = requestAnimationFrame(look);
    if (link !== null) act(link);
  }
}

function linkIn(box: RefObject<HTMLElement | null>, id: string): HTMLElement | null {
  return box.current?.querySelector<HTMLElement>(`[data-entry="${CSS.escape(id)}"]`) ?? null;
}

/** The link of the entry in whose tile or row something is. */
export function linkBeside(target: EventTarget | null): HTMLElement | null | undefined {
  const cell = target instanceof Element ? target.closest('.tile, .list__row, .view__row, .trash__row') : null;
  return cell?.querySelector<HTMLElement>('[data-entry]');
}

/** The id of the entry that an element links to. */
export function entryIdOf(target: EventTarget | null | undefined): string | undefined {
  return target instanceof HTMLElement ? target.dataset.entry : undefined;
}
