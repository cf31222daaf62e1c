import { type MouseEvent, useContext, useSyncExternalStore } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import { MoreIcon } from '#web/ui/icons/icons.tsx';
import type { Listing } from '../cache/listing.ts';
import { selectedEntries } from '../selection/selected-entries.ts';
import { SelectionContext } from '../selection/selection-context.ts';
import { type Running, SelectionDock } from '../selection/selection-dock.tsx';
import { type Command, type CommandActions, commands, type Target } from './commands.ts';

type SelectionBarProps = {
  /** What the page shows. */
  listing: Pick<Listing, 'folders' | 'files'>;
  offline: boolean;
  actions: CommandActions;
  /** What is being done to many entries right now. */
  running: Running | undefined;
  onMore: (target: Target, button: Element) => void;
};

/** The bar of what is selected on the page, with the commands for it. */
export function SelectionBar({ listing, offline, actions, running, onMore }: SelectionBarProps) {
  const selection = useContext(SelectionContext);
  const ids = useSyncExternalStore(selection.subscribe, selection.snapshot);
  const entries = selectedEntries(listing, ids);
  const all = [...listing.folders, ...listing.files];
  const bytes = entries.reduce((sum, entry) => sum + ('url' in entry ? entry.size : entry.contents.bytes), 0);
  const target = { entries, isShownFolder: false };

  return (
    <SelectionDock
      count={entries.length}
      total={all.length}
      bytes={bytes}
      running={running}
      onSelectAll={() => selection.set(all.map(({ id }) => id))}
      onClear={selection.clear}
    >
      {commands.map((command) =>
        command.barLabel && command.isFor(target) ? (
          <BarButton key={command.id} {...{ command, target, offline, actions }} />
        ) : null,
      )}
      <Button
        variant="quiet"
        compact
        aria-label="More actions for the selection"
        aria-haspopup="menu"
        onClick={(event: MouseEvent) => onMore(target, event.currentTarget)}
      >
        <MoreIcon className="ic--16" />
        More
      </Button>
    </SelectionDock>
  );
}

type BarButtonProps = Pick<SelectionBarProps, 'offline' | 'actions'> & { command: Command; target: Target };

/** One that is refused says why, also when it is pressed. */
function BarButton({ command, target, offline, actions }: BarButtonProps) {
  const { id, icon: Icon, label, barLabel, isDanger } = command;
  const refusal = command.refusal?.(target);
  return (
    <Button
      className={`selection-bar__${id}`}
      variant={isDanger ? 'quiet-danger' : 'quiet'}
      compact
      disabled={offline && command.worksOffline?.(target) !== true}
      aria-disabled={refusal !== undefined || undefined}
      aria-description={refusal}
      data-tooltip={refusal}
      onClick={() => {
        if (refusal) actions.refuse(label, refusal);
        else if ('run' in command) command.run(target, actions);
      }}
    >
      <Icon className="ic--16" />
      {id === 'trash' ? (
        <span>
          <span className="selection-bar__long">Move to </span>Trash
        </span>
      ) : (
        barLabel
      )}
    </Button>
  );
}
