import { AccountEvents } from '#web/features/account/profile/account-events.tsx';
import { api } from './profile-rooms.tsx';

/** `/dashboard/security`: what opens the account, and what happened with it. */
export function SecurityRoom() {
  return (
    <>
      <title>Security · Keepsake</title>
      <AccountEvents api={api} />
    </>
  );
}
