import './palette.css';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react';
import { Link } from 'react-router';
import { Key } from '#web/ui/controls/key.tsx';
import { CloseIcon, SearchIcon } from '#web/ui/icons/icons.tsx';
import { Modal } from '#web/ui/overlays/modal.tsx';
import type { ViewItem } from '../cache/view-cache.ts';
import { FindInput } from './find-input.tsx';
import type { PaletteAction } from './palette-action.ts';
import { ActionOption, HitOption } from './palette-options.tsx';
import { useAimed } from './use-aimed.ts';

type PaletteProps = {
  typed: string;
  onTyped: (typed: string) => void;
  /** What the hits are called. */
  heading: string;
  hits: readonly ViewItem[];
  /** The hits are those of what was typed before. */
  isStale: boolean;
  /** What is shown when there are no hits. */
  nothing: string | undefined;
  actions: readonly PaletteAction[];
  /** Leads to everything that was found. */
  all: { to: string; text: string } | undefined;
  /** Opens a hit, or the folder that it is in. */
  onOpen: (hit: ViewItem, what: 'itself' | 'folder') => void;
  onClose: () => void;
};

/**
 * Finds by name over any page, and does the few things that are wanted everywhere. The focus stays in the field; arrow
 * keys choose (combobox with a listbox, ARIA Authoring Practices). Enter waits for the hits of what was typed.
 */
export function Palette(props: PaletteProps) {
  const { typed, onTyped, heading, hits, isStale, nothing, actions, all, onClose } = props;
  const id = useId();
  const [chosen, setChosen] = useState<{ option: string; byKey: boolean }>();
  const [entered, setEntered] = useState<'itself' | 'folder'>();
  const ids = [...hits.map(({ entry }) => entry.id), ...actions.map((action) => action.id)];
  const first = hits[0]?.entry.id ?? actions.find(({ mustBeChosen }) => !mustBeChosen)?.id;
  const isThere = chosen !== undefined && ids.includes(chosen.option);
  // Enter opens nothing in the place of what was chosen by keys and is gone.
  const current = isThere ? chosen.option : chosen?.byKey ? undefined : first;

  const { point, isAimed } = useAimed(ids);

  const runEntered = useEffectEvent(run);
  useEffect(() => {
    if (entered !== undefined && !isStale && current !== undefined) runEntered(current, entered);
  }, [entered, isStale, current]);

  function run(option: string, what: 'itself' | 'folder') {
    const hit = hits.find(({ entry }) => entry.id === option);
    onClose();
    if (hit) props.onOpen(hit, what);
    else actions.find((action) => action.id === option)?.run();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      if (isStale || current !== undefined) setEntered(event.ctrlKey || event.metaKey ? 'folder' : 'itself');
      return;
    }
    const next = neighbour(event.key);
    if (next === undefined) return;
    event.preventDefault();
    setEntered(undefined);
    setChosen({ option: next, byKey: true });
    document.getElementById(`${id}${next}`)?.scrollIntoView({ block: 'nearest' });
  }

  function neighbour(key: string): string | undefined {
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return undefined;
    if (current === undefined) return step > 0 ? ids[0] : ids.at(-1);
    return ids[(ids.indexOf(current) + step + ids.length) % ids.length];
  }

  /** What every option has; a click that is held back by Ctrl shows the folder. */
  function optionOf(option: string) {
    return {
      id: `${id}${option}`,
      isCurrent: option === current,
      onPoint() {
        point(option);
        // An Enter that found nothing is not for this.
        setEntered(undefined);
        setChosen({ option, byKey: false });
      },
      onClick(event: MouseEvent) {
        if (isAimed(option, event)) run(option, event.ctrlKey || event.metaKey ? 'folder' : 'itself');
        else setChosen({ option, byKey: false });
      },
    };
  }

  return (
    <Modal className="dialog palette" aria-label="Find folders and files" onClose={onClose}>
      <div className="palette__paper">
        <div className="palette__field">
          <SearchIcon />
          <FindInput
            role="combobox"
            aria-expanded={ids.length > 0}
            aria-controls={`${id}list`}
            aria-activedescendant={current === undefined ? undefined : `${id}${current}`}
            aria-autocomplete="list"
            value={typed}
            onTyped={(text) => {
              setChosen(undefined);
              setEntered(undefined);
              onTyped(text);
            }}
            onKeyDown={onKeyDown}
          />
          <button type="button" onClick={onClose} aria-label="Close, Esc">
            <Key>Esc</Key>
            <CloseIcon />
          </button>
        </div>
        <div className="palette__body" aria-busy={isStale}>
          <p className="palette__nothing" role="status">
            {nothing}
          </p>
          <div role="listbox" id={`${id}list`} aria-label="Results">
            <Group name={heading} isShown={hits.length > 0}>
              {hits.map((hit) => (
                <HitOption key={hit.entry.id} {...optionOf(hit.entry.id)} hit={hit} typed={typed} />
              ))}
            </Group>
            <Group name="Do" isShown={actions.length > 0}>
              {actions.map((action) => (
                <ActionOption key={action.id} {...optionOf(action.id)} action={action} />
              ))}
            </Group>
          </div>
        </div>
        <div className="palette__foot">
          {all ? (
            <Link className="link" to={all.to} onClick={onClose}>
              {all.text}
            </Link>
          ) : null}
          <p className="palette__keys" aria-hidden="true">
            <Key>↑</Key> <Key>↓</Key> choose <Key>Enter</Key> open <Key>Ctrl Enter</Key> show its folder
          </p>
        </div>
      </div>
    </Modal>
  );
}

function Group({ name, isShown, children }: { name: string; isShown: boolean; children: ReactNode }) {
  if (!isShown) return null;
  return (
    <div role="group" aria-label={name}>
      <div className="palette__group" aria-hidden="true">
        {name}
      </div>
      {children}
    </div>
  );
}
