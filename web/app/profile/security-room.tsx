import { AccountEvents } from '#web/features/account/profile/account-events.tsx';
import { ConnectedLogIns } from '#web/features/account/profile/connected-log-ins.tsx';
import { api } from './profile-rooms.tsx';

/** `/dashboard/security`: what opens the account, and what happened with it. */
export function SecurityRoom() {
  return (
    <>
      <title>Security · Keepsake</title>
      <ConnectedLogIns api={api} />
      <AccountEvents api={api} />
    </>
  );
}
