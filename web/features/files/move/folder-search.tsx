import {
  type Dispatch,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type SetStateAction,
  useEffect,
  useEffectEvent,
  useId,
  useState,
} from 'react';
import { visibleName } from '#contract/names/names.ts';
import type { Folder } from '#contract/records/entries.ts';
import { counted } from '#contract/texts/amounts.ts';
import { CheckIcon } from '#web/ui/icons/icons.tsx';
import { callErrorMessage } from '../parts/name-error.tsx';
import { placeText } from '../parts/place-text.ts';
import type { Destination, WhyNot } from './folder-tree.ts';

type FolderSearchProps = {
  ref: RefObject<HTMLInputElement | null>;
  find: (q: string, signal: AbortSignal) => Promise<Folder[]>;
  chosen: string | null | undefined;
  why: WhyNot;
  /** Nothing is chosen that is not shown. */
  onChoose: Dispatch<SetStateAction<Destination | undefined>>;
  /** There may be no keys to press. */
  onTouch: boolean;
  /** Enter on what is chosen. */
  onEnter: () => void;
  /** Stands there while nothing is searched for. */
  children: ReactNode;
};

/** A further letter within this time spares the question before it, in milliseconds. */
const pauseMs = 150;

type Found = { q: string; folders: readonly Folder[]; error?: unknown };

/** Finds a folder by its name; the first is chosen, arrow keys choose another, Enter goes there. */
export function FolderSearch({ ref, find, chosen, why, onTouch, onChoose, onEnter, children }: FolderSearchProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [found, setFound] = useState<Found>();
  const q = typed.trim();
  const choosable = (all: readonly Folder[]) =>
    all.filter(({ id: folderId, path }) => why(folderId, path) === undefined);
  const folders = choosable(q === '' ? [] : (found?.folders ?? []));
  const onFound = useEffectEvent((now: Found) => {
    const all = choosable(now.folders);
    setFound(now);
    onChoose((one) => all.find((folder) => folder.id === one?.id) ?? all[0]);
  });

  useEffect(() => {
    if (q === '') return undefined;
    const stop = new AbortController();
    const show = (now: Found) => {
      if (!stop.signal.aborted) onFound(now);
    };
    const timer = setTimeout(() => {
      find(q, stop.signal).then(
        (all) => show({ q, folders: all }),
        (error: unknown) => show({ q, folders: [], error }),
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [q, find]);

  function search(text: string) {
    setTyped(text);
    onChoose(undefined);
  }

  function onKeyDown(event: KeyboardEvent) {
    // These keys are the input method's.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && typed !== '') {
      event.preventDefault();
      search('');
    } else if (event.key === 'Enter') {
      event.preventDefault();
      onEnter();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const at = folders.findIndex((folder) => folder.id === chosen);
      const next = folders[event.key === 'ArrowDown' ? at + 1 : Math.max(0, at - 1)];
      if (next === undefined) return;
      onChoose(next);
      document.getElementById(`${id}-${next.id}`)?.scrollIntoView({ block: 'nearest' });
    }
  }

  return (
    <>
      <input
        className="input folder-search"
        ref={ref}
        type="search"
        role="combobox"
        aria-label="Find a folder"
        aria-expanded={q !== ''}
        aria-controls={q === '' ? undefined : id}
        aria-activedescendant={folders.some((folder) => folder.id === chosen) ? `${id}-${chosen}` : undefined}
        aria-autocomplete="list"
        placeholder="Find a folder"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ currentTarget }) => search(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {q === '' ? children : null}
      {q === '' ? null : (
        <>
          <div className="folder-hits" role="listbox" id={id} aria-label="Folders found">
            {folders.map((folder) => (
              <button
                type="button"
                key={folder.id}
                id={`${id}-${folder.id}`}
                role="option"
                tabIndex={-1}
                aria-selected={folder.id === chosen}
                onClick={() => onChoose(folder)}
              >
                <span className="folder-hits__words">
                  <b dir="auto">{visibleName(folder.name)}</b>
                  <span className="meta">{placeText(folder.path)}</span>
                </span>
                {folder.id === chosen ? <CheckIcon className="ic--16" /> : null}
              </button>
            ))}
          </div>
          <p className="meta" role="status">
            {found?.q === q ? saidOf(folders.length, onTouch, found.error) : 'Searching…'}
          </p>
        </>
      )}
    </>
  );
}

function saidOf(count: number, onTouch: boolean, error: unknown): string {
  if (error !== undefined) return callErrorMessage(error);
  if (count === 0) return 'No folder has such a name.';
  if (onTouch) return `${counted(count, 'folder')} found.`;
  return count === 1 ? 'Enter goes there.' : 'Enter goes there, arrow keys choose another.';
}
