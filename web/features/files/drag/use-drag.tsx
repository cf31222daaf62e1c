import './drag.css';
import { type DragEvent as ReactDragEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { visibleName } from '#contract/names/names.ts';
import { dropTargetAt, markDropTarget } from '#web/ui/controls/drop-target.ts';
import { entryIdOf } from '../focus/use-entry-focus.ts';
import type { Destination } from '../move/folder-tree.ts';
import type { Thing } from '../placing/placing-outcome.ts';
import { cellOf, showDragImage } from './drag-image.ts';
import { carry, isCarrying, readCarried } from './dragged-things.ts';

type Deps = {
  account: string;
  /** What is dragged by the entry with an id: everything selected, when it is selected itself; empty when nothing can be. */
  thingsOf: (id: string) => readonly Thing[];
  /** The folder that the page shows. */
  folder: Destination | undefined;
  place: (what: 'move' | 'copy', things: readonly Thing[], to: Destination) => void;
};

/** Where what is dragged would go now, and as what. */
type Hovering = { what: 'move' | 'copy'; name: string };

/**
 * Moves what is dragged to the folder whose tile, row or breadcrumb it is dropped on, or copies it with Ctrl; what comes from
 * another window may also be dropped on the bare page.
 */
export function useDrag({ account, thingsOf, folder, place }: Deps) {
  const [hovering, setHovering] = useState<Hovering>();
  const own = useRef<readonly Thing[]>(undefined);
  /** The tile or row that is dragged. */
  const lifted = useRef<HTMLElement>(undefined);

  /** Nothing goes into itself; and what stays in its folder can only be copied. */
  const targetOf = (event: DragEvent): Destination | undefined => {
    const target = dropTargetAt(event.target);
    if (own.current === undefined) return target ?? folder;
    const isPossible = ({ id, parentId }: Thing) =>
      id !== target?.id && (parentId !== target?.id || wantedBy(event) === 'copy');
    return target && own.current.every(isPossible) ? target : undefined;
  };

  const end = useEffectEvent(() => {
    own.current = undefined;
    delete document.documentElement.dataset.dragging;
    delete lifted.current?.dataset.lifted;
    markDropTarget(undefined);
    setHovering(undefined);
  });

  const hover = useEffectEvent((event: DragEvent) => {
    if (!isCarrying(event.dataTransfer) || !event.dataTransfer) return;
    event.preventDefault();
    const target = targetOf(event);
    const what = wantedBy(event);
    event.dataTransfer.dropEffect = target ? what : 'none';
    markDropTarget(target && dropTargetAt(event.target)?.element);
    setHovering((now) => {
      if (target === undefined) return undefined;
      return now?.what === what && now.name === target.name ? now : { what, name: target.name };
    });
  });

  const drop = useEffectEvent((event: DragEvent) => {
    if (!isCarrying(event.dataTransfer)) return;
    event.preventDefault();
    const target = targetOf(event);
    const carried = readCarried(event.dataTransfer, account);
    end();
    if (target && carried) place(wantedBy(event), carried.things, target);
  });

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    window.addEventListener('dragenter', (event) => hover(event), { signal });
    window.addEventListener('dragover', (event) => hover(event), { signal });
    window.addEventListener('drop', (event) => drop(event), { signal });
    window.addEventListener('dragend', () => end(), { signal });
    // Only the end of the page has nothing on the other side.
    window.addEventListener('dragleave', (event) => event.relatedTarget === null && setHovering(undefined), { signal });
    return () => {
      stop.abort();
      end();
    };
  }, []);

  const tip: ReactNode = hovering ? (
    <p className="drag-tip" role="status">
      {hovering.what === 'move' ? 'Move' : 'Copy'} to “<bdi>{visibleName(hovering.name)}</bdi>”
    </p>
  ) : null;

  return {
    tip,
    onDragStart(event: ReactDragEvent) {
      const id = entryIdOf(event.target);
      const things = id === undefined ? [] : thingsOf(id);
      if (things.length === 0) return;
      own.current = things;
      event.dataTransfer.effectAllowed = 'copyMove';
      carry(event.dataTransfer, { account, what: 'move', things });
      showDragImage(event.dataTransfer, things);
      // After the browser has taken its picture.
      setTimeout(() => {
        const cell = id === undefined ? undefined : cellOf(id);
        if (own.current === undefined || cell === undefined) return;
        const isSelected = cell.querySelector('.pick')?.ariaChecked === 'true';
        document.documentElement.dataset.dragging = isSelected ? 'selection' : 'one';
        lifted.current = cell;
        cell.dataset.lifted = '';
      });
    },
  };
}

function wantedBy({ ctrlKey, altKey }: DragEvent): 'move' | 'copy' {
  return ctrlKey || altKey ? 'copy' : 'move';
}
