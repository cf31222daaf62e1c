import { useState } from 'react';
import { Link } from 'react-router';
import { visibleName } from '#contract/names/names.ts';
import { useMedia } from '#web/ui/browser/use-media.ts';
import { Menu, type MenuPlace } from '#web/ui/overlays/menu.tsx';
import { type Command, type CommandActions, commands, groups, type Target } from './commands.ts';

type CommandMenuProps = {
  /** The name of the shown folder, which is the title when the menu is about Root. */
  folderName: string;
  target: Target;
  at: MenuPlace;
  offline: boolean;
  actions: CommandActions;
  onClose: () => void;
};

/** What can be done with a target; its full name is the title. */
export function CommandMenu({ folderName, target, at, offline, actions, onClose }: CommandMenuProps) {
  const [first, ...others] = target.entries;
  const title = others.length > 0 ? `${target.entries.length} items` : visibleName(first?.name ?? folderName);
  // The entry may change while the menu is open; its place may not.
  const [place] = useState(at);
  const phone = useMedia('(max-width: 720px)');
  const narrow = useMedia('(max-width: 1100px)');
  const hasRoom = { phone: !phone, narrow: !narrow };
  const shown = commands.filter(
    (command) =>
      command.isFor(target) &&
      !(command.instead && hasRoom[command.instead]) &&
      !(target.isViewed && command.isInViewer),
  );
  return (
    <Menu title={title} at={place} onStage={target.isViewed} onClose={onClose}>
      {groups.map((group) => {
        const items = shown.filter((command) => command.group === group);
        return items.length === 0 ? null : (
          <div key={group} className="menu__group">
            {items.map((command) => (
              <Item key={command.id} {...{ command, target, offline, actions, onClose }} />
            ))}
          </div>
        );
      })}
    </Menu>
  );
}

type ItemProps = Pick<CommandMenuProps, 'target' | 'offline' | 'actions' | 'onClose'> & { command: Command };

function Item({ command, target, offline, actions, onClose }: ItemProps) {
  const { icon: Icon, label, isDanger } = command;
  const key = keyOf(command, target);
  const isOffline = offline && command.worksOffline?.(target) !== true;
  const refusal = isOffline ? undefined : command.refusal?.(target);
  const disabled = isOffline || refusal !== undefined;
  const words = (
    <>
      <Icon />
      <span>
        {isOffline ? (command.offlineLabel ?? label) : label}
        {refusal ? <small className="meta">{refusal}</small> : null}
      </span>
      {key ? <kbd aria-hidden="true">{key.label}</kbd> : null}
    </>
  );
  const look = {
    className: isDanger ? 'menu__item menu__item--danger' : 'menu__item',
    role: 'menuitem',
    tabIndex: -1,
    'aria-disabled': disabled || undefined,
    'aria-keyshortcuts': key?.value,
  };
  if ('run' in command || disabled)
    return (
      <button
        type="button"
        {...look}
        onClick={() => {
          if (disabled || !('run' in command)) return;
          onClose();
          command.run(target, actions);
        }}
      >
        {words}
      </button>
    );
  const { to, newTab } = command.link(target);
  return newTab ? (
    <a {...look} href={to} target="_blank" rel="noopener" onClick={onClose}>
      {words}
    </a>
  ) : (
    <Link {...look} to={to} onClick={onClose}>
      {words}
    </Link>
  );
}

/** The key that does the same on the page below. */
function keyOf({ key, isEnter }: Command, target: Target): Command['key'] {
  if (target.isShownFolder || target.isViewed) return undefined;
  if (isEnter?.(target)) return { value: 'Enter', label: 'Enter' };
  // A letter begins a name while nothing is selected.
  return target.isSelected || key?.value.length !== 1 ? key : undefined;
}
