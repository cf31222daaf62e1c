import { type CSSProperties, type KeyboardEvent, type MouseEvent, useRef } from 'react';
import { visibleName } from '#contract/names/names.ts';
import { ArrowIcon, CheckIcon } from '#web/ui/icons/icons.tsx';
import { rowAfter, type TreeRow } from './folder-tree.ts';

type FolderTreeViewProps = {
  label: string;
  rows: readonly TreeRow[];
  /** The row that is chosen. */
  chosen: string | undefined;
  /** Why a row cannot be chosen; undefined when it can. */
  why: (key: string) => string | undefined;
  onChoose: (row: TreeRow) => void;
  onOpen: (key: string, open: boolean) => void;
};

/** A tree of folders with the keys of WAI-ARIA: arrows, Home and End move and open, and choose where that is possible. */
export function FolderTreeView({ label, rows, chosen, why, onChoose, onOpen }: FolderTreeViewProps) {
  const list = useRef<HTMLUListElement>(null);
  const stop = rows.some(({ key }) => key === chosen) ? chosen : rows[0]?.key;

  function onKeyDown(event: KeyboardEvent) {
    const at = rows.findIndex(({ key }) => key === keyOf(event.target));
    const row = rows[at];
    if (row === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'ArrowRight' && row.isOpen === false) onOpen(row.key, true);
    else if (event.key === 'ArrowLeft' && row.isOpen === true && row.level > 1) onOpen(row.key, false);
    else go(rowAfter(rows, at, event.key));
    if (/^(Arrow|Home|End)/.test(event.key)) event.preventDefault();
  }

  function go(row: TreeRow | undefined) {
    if (row === undefined) return;
    choose(row);
    list.current?.querySelector<HTMLElement>(`[data-folder="${CSS.escape(row.key)}"]`)?.focus();
  }

  function onClick(event: MouseEvent) {
    const key = keyOf(event.target);
    const row = rows.find((one) => one.key === key);
    if (row === undefined) return;
    if (event.target instanceof Element && event.target.closest('.folder-tree__arrow') && row.isOpen !== undefined)
      onOpen(row.key, !row.isOpen);
    else choose(row);
  }

  function choose(row: TreeRow) {
    if (why(row.key) === undefined) onChoose(row);
  }

  return (
    <ul className="folder-tree" role="tree" aria-label={label} ref={list} onKeyDown={onKeyDown} onClick={onClick}>
      {rows.map(({ key, name, level, isOpen }) => (
        <li
          key={key}
          role="treeitem"
          data-folder={key}
          tabIndex={key === stop ? 0 : -1}
          style={{ '--level': level - 1 } as CSSProperties}
          aria-level={level}
          aria-expanded={isOpen}
          aria-selected={key === chosen}
          aria-disabled={why(key) !== undefined || undefined}
        >
          <span className="folder-tree__arrow" aria-hidden="true">
            {isOpen === undefined ? null : <ArrowIcon className="ic--16" />}
          </span>
          <span className="folder-tree__name" dir="auto">
            {visibleName(name)}
          </span>
          {why(key) === undefined ? null : <span className="meta">{why(key)}</span>}
          {key === chosen ? <CheckIcon className="ic--16" /> : null}
        </li>
      ))}
    </ul>
  );
}

function keyOf(target: EventTarget | null): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>('[data-folder]')?.dataset.folder : undefined;
}
