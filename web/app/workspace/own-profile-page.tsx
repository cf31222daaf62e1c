import { createApi } from '#client/api.ts';
import { ownServer } from '#client/server.ts';
import { AppPasswords } from '#web/features/account/profile/app-passwords.tsx';
import { ProfilePage } from '#web/features/account/profile/profile-page.tsx';
import { useUser } from '#web/features/account/session/session-context.ts';

const { appPasswords } = createApi(ownServer());

/** `/dashboard`: the profile of the signed-in user. */
export function OwnProfilePage() {
  const user = useUser();
  return user ? (
    <ProfilePage user={user}>
      <AppPasswords api={appPasswords} />
    </ProfilePage>
  ) : null;
}
