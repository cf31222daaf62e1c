import type { ReactNode } from 'react';
import { visibleName } from '#contract/names/names.ts';
import type { Person } from '#contract/records/people.ts';
import { DrivesIcon, ShieldIcon } from '#web/ui/icons/account-icons.tsx';
import { CloseIcon, EnvelopeIcon, NextIcon, PersonIcon } from '#web/ui/icons/icons.tsx';
import { Menu, type MenuPlace } from '#web/ui/overlays/menu.tsx';
import type { Wanted } from './person-change.ts';

type PersonMenuProps = {
  person: Person;
  isMe: boolean;
  at: MenuPlace;
  onWant: (what: Wanted) => void;
  /** At once: it takes nothing away. */
  onEnable: () => void;
  onClose: () => void;
};

/** What an administrator can do with an account. Nobody takes their own role or disables themselves. */
export function PersonMenu({ person, isMe, at, onWant, onEnable, onClose }: PersonMenuProps) {
  const { role, state } = person;
  return (
    <Menu title={visibleName(person.name)} at={at} onClose={onClose}>
      <div className="menu__group">
        <Item icon={<DrivesIcon />} label="Change the space" onChoose={() => onWant('space')} />
        <Item icon={<EnvelopeIcon />} label="Send a password link" onChoose={() => onWant('reset')} />
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
      {isMe || state === 'closing' ? null : (
        <div className="menu__group">
          {state === 'disabled' ? (
            <Item icon={<PersonIcon />} label="Enable this account" onChoose={onEnable} />
          ) : (
            <Item icon={<CloseIcon />} label="Disable this account" danger onChoose={() => onWant('disable')} />
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
