import { ProfilePage } from '#web/features/account/profile/profile-page.tsx';
import { useUser } from '#web/features/account/session/session-context.ts';
import { useApi } from './use-api.ts';

/** `/dashboard`: who is signed in, and where to go from here. */
export function ProfileRoom() {
  const user = useUser();
  const api = useApi();
  return user ? <ProfilePage api={api} user={user} /> : null;
}
