import '../profile/profile-page.css';
import './rooms.css';
import { NavLink, Outlet } from 'react-router';
import type { ApiClient } from '#client/api.ts';
import { DevicesIcon, DrivesIcon, PaletteIcon, ShieldIcon } from '#web/ui/icons/account-icons.tsx';
import { PersonIcon } from '#web/ui/icons/icons.tsx';
import { ConfirmedContext } from '../confirm/confirmed-context.ts';
import { useConfirmation } from '../confirm/use-confirmation.tsx';
import { ReturnProblem } from '../provider/return-problem.tsx';
import { useUser } from '../session/session-context.ts';

const rooms = [
  { to: '/dashboard', label: 'Profile', Icon: PersonIcon },
  { to: '/dashboard/security', label: 'Security', Icon: ShieldIcon },
  { to: '/dashboard/devices', label: 'Devices and programs', Icon: DevicesIcon },
  { to: '/dashboard/storage', label: 'Storage', Icon: DrivesIcon },
  { to: '/dashboard/appearance', label: 'Appearance', Icon: PaletteIcon },
] as const;

/** The rooms of the profile, each with an address of its own, and the way from one to another. */
export function Rooms({ api }: { api: Pick<ApiClient, 'account'> }) {
  const user = useUser();
  const { confirmed, dialog } = useConfirmation(api, user?.email ?? '');
  return (
    <ConfirmedContext value={confirmed}>
      <h1 className="h-page mb-8">Profile Section</h1>
      <div className="rooms">
        <nav className="rooms__nav" aria-label="Profile Section">
          {rooms.map(({ to, label, Icon }) => (
            <NavLink key={to} to={to} end>
              <Icon />
              {label}
            </NavLink>
          ))}
        </nav>
        <div className="rooms__room">
          <ReturnProblem />
          <Outlet />
        </div>
      </div>
      {dialog}
    </ConfirmedContext>
  );
}
