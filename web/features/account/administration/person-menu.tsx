import type { ReactNode } from 'react';
import { visibleName } from '#contract/names/names.ts';
import type { Person } from '#contract/records/people.ts';
import { DrivesIcon, ShieldIcon } from '#web/ui/icons/account-icons.tsx';
import { CloseIcon, EnvelopeIcon, NextIcon, PersonIcon, TrashIcon } from '#web/ui/icons/icons.tsx';
import { Menu, type MenuPlace } from '#web/ui/overlays/menu.tsx';
import { useLogInWays } from '../provider/use-log-in-ways.ts';
import { deletedAt, isWaiting, type Wanted } from './person-change.ts';

type PersonMenuProps = {
  person: Person;
  isMe: boolean;
  at: MenuPlace;
  onWant: (what: Wanted) => void;
  /** At once: it takes nothing away. */
  onEnable: () => void;
  onClose: () => void;
};

/** What an administrator can do with an account. Nobody takes their own role, or disables or closes their own account here. */
export function PersonMenu({ person, isMe, at, onWant, onEnable, onClose }: PersonMenuProps) {
  const { role, state } = person;
  const ways = useLogInWays();
  const isOver = deletedAt(person) === undefined;
  const canBeEnabled = state === 'disabled' || (state === 'closed' && !isOver);
  // What nobody was promised is being deleted.
  const canHandOver = isWaiting(person) && (!isOver || person.handOver !== null);
  return (
    <Menu title={visibleName(person.name)} at={at} onClose={onClose}>
      <div className="menu__group">
        <Item icon={<DrivesIcon />} label="Change the space" onChoose={() => onWant('space')} />
        {state === 'closed' || !ways.password ? null : (
          <Item icon={<EnvelopeIcon />} label="Send a password link" onChoose={() => onWant('reset')} />
        )}
        {isMe || state !== 'active' ? null : (
          <>
            <Item
              icon={<ShieldIcon />}
              label={role === 'member' ? 'Make an administrator' : 'Make a member'}
              onChoose={() => onWant('role')}
            />
            {person.hasTwoStepLogin ? (
              <Item icon={<ShieldIcon />} label="Turn off two-step login" onChoose={() => onWant('two-step')} />
            ) : null}
            <Item icon={<NextIcon />} label="Log out everywhere" onChoose={() => onWant('sessions')} />
          </>
        )}
      </div>
      {isMe ? null : (
        <div className="menu__group">
          {canBeEnabled ? <Item icon={<PersonIcon />} label="Enable this account" onChoose={onEnable} /> : null}
          {canHandOver ? (
            <Item icon={<NextIcon />} label="Hand over the files…" onChoose={() => onWant('hand-over')} />
          ) : null}
          {state === 'active' ? (
            <Item icon={<CloseIcon />} label="Disable this account" danger onChoose={() => onWant('disable')} />
          ) : null}
          {isWaiting(person) ? null : (
            <Item icon={<TrashIcon />} label="Close this account…" danger onChoose={() => onWant('close')} />
          )}
        </div>
      )}
    </Menu>
  );
}

type ItemProps = { icon: ReactNode; label: string; danger?: boolean; onChoose: () => void };

function Item({ icon, label, danger, onChoose }: ItemProps) {
  const className = danger ? 'menu__item menu__item--danger' : 'menu__item';
  return (
    <button type="button" className={className} role="menuitem" tabIndex={-1} onClick={onChoose}>
      {icon}
      {label}
    </button>
  );
}
