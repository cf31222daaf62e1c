import { ProfilePage } from '../features/account/profile-page.tsx';
import { useUser } from '../features/account/session-context.ts';

/** `/dashboard`: the profile of the signed-in person. */
export function OwnProfilePage() {
  const user = useUser();
  return user ? <ProfilePage user={user} /> : null;
}
