import { createApi } from '#client/api.ts';
import { ownServer } from '#client/server.ts';
import { AccountEvents } from '#web/features/account/profile/account-events.tsx';
import { AppPasswords } from '#web/features/account/profile/app-passwords.tsx';
import { ProfilePage } from '#web/features/account/profile/profile-page.tsx';
import { VersionRule } from '#web/features/account/profile/version-rule.tsx';
import { useUser } from '#web/features/account/session/session-context.ts';
import { Storage } from '#web/features/files/storage/storage.tsx';
import { OpensInChoice } from '#web/features/files/viewing/opens-in-choice.tsx';
import { InWorkspace } from './in-workspace.tsx';
import { useOffline } from './use-offline.ts';
import type { Workspace } from './workspace.ts';

const api = createApi(ownServer());

/** `/dashboard`: the profile of the signed-in user. */
export function OwnProfilePage() {
  const user = useUser();
  return user ? (
    <ProfilePage user={user}>
      <InWorkspace>{(workspace) => <OwnStorage workspace={workspace} />}</InWorkspace>
      <OpensInChoice />
      <VersionRule api={api} />
      <AppPasswords api={api} />
      <AccountEvents api={api} />
    </ProfilePage>
  ) : null;
}

function OwnStorage({ workspace }: { workspace: Workspace }) {
  const { views, trash, listings, toasts, undo } = workspace;
  return <Storage {...{ views, trash, listings, toasts, undo }} offline={useOffline(workspace.connection)} />;
}
