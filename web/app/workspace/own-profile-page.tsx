import { createApi } from '#client/api.ts';
import { ownServer } from '#client/server.ts';
import { AccountEvents } from '#web/features/account/profile/account-events.tsx';
import { AppPasswords } from '#web/features/account/profile/app-passwords.tsx';
import { ProfilePage } from '#web/features/account/profile/profile-page.tsx';
import { VersionRule } from '#web/features/account/profile/version-rule.tsx';
import { useUser } from '#web/features/account/session/session-context.ts';
import { Storage } from '#web/features/files/storage/storage.tsx';

const api = createApi(ownServer());

/** `/dashboard`: the profile of the signed-in user. */
export function OwnProfilePage() {
  const user = useUser();
  return user ? (
    <ProfilePage user={user}>
      <Storage api={api} />
      <VersionRule api={api} />
      <AppPasswords api={api} />
      <AccountEvents api={api} />
    </ProfilePage>
  ) : null;
}
