import { OfflineNotice } from './offline-notice.tsx';
import { useOffline } from './use-offline.ts';
import type { Workspace } from './workspace.ts';

type Shown = { data: unknown; dataUpdatedAt: number };

/** What every page gives to its view, beside what it shows. */
export function usePage({ toasts, undo, connection, tryAgain }: Workspace, { data, dataUpdatedAt }: Shown) {
  const offline = useOffline(connection);
  // What cannot be shown at all says so itself.
  const notice =
    data === undefined ? undefined : <OfflineNotice connection={connection} asOf={dataUpdatedAt} tryAgain={tryAgain} />;
  return { toasts, undo, offline, notice };
}
