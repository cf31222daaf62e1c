import { VersionRule } from '#web/features/account/profile/version-rule.tsx';
import { Storage } from '#web/features/files/storage/storage.tsx';
import { InWorkspace } from '../workspace/in-workspace.tsx';
import { useOffline } from '../workspace/use-offline.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { useApi } from './use-api.ts';

/** `/dashboard/storage`: what fills the space of the account, and what stays. */
export function StorageRoom() {
  const api = useApi();
  return (
    <>
      <title>Storage · Keepsake</title>
      <InWorkspace>
        {(workspace) => (
          <>
            <OwnStorage workspace={workspace} />
            <VersionRule api={api} />
          </>
        )}
      </InWorkspace>
    </>
  );
}

function OwnStorage({ workspace }: { workspace: Workspace }) {
  const { views, trash, listings, toasts, undo } = workspace;
  return <Storage {...{ views, trash, listings, toasts, undo }} offline={useOffline(workspace.connection)} />;
}
