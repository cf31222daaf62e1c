import '../profile/profile-page.css';
import '../rooms/rooms.css';
import './administration.css';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import type { ApiClient } from '#client/api.ts';
import { DrivesIcon } from '#web/ui/icons/account-icons.tsx';
import { PersonIcon } from '#web/ui/icons/icons.tsx';
import { ConfirmedContext } from '../confirm/confirmed-context.ts';
import { useConfirmation } from '../confirm/use-confirmation.tsx';
import { ReturnProblem } from '../provider/return-problem.tsx';
import { useUser } from '../session/session-context.ts';

const rooms = [
  { to: '/people', label: 'People', Icon: PersonIcon },
  { to: '/people/server', label: 'Server', Icon: DrivesIcon },
] as const;

/** The rooms of whoever runs the server. */
export function AdminRooms({ api, children }: { api: Pick<ApiClient, 'account'>; children: ReactNode }) {
  const user = useUser();
  const { confirmed, dialog } = useConfirmation(api, user?.email ?? '');
  return (
    <ConfirmedContext value={confirmed}>
      <h1 className="h-page">This server</h1>
      <p className="meta mt-1 mb-8">Only administrators see this page. It shows how much people keep, never what.</p>
      <div className="rooms">
        <nav className="rooms__nav" aria-label="This server">
          {rooms.map(({ to, label, Icon }) => (
            <NavLink key={to} to={to} end>
              <Icon />
              {label}
            </NavLink>
          ))}
        </nav>
        <div className="rooms__room">
          <ReturnProblem />
          {children}
        </div>
      </div>
      {dialog}
    </ConfirmedContext>
  );
}
