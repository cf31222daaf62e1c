import { useSyncExternalStore } from 'react';
import { OfflineIcon } from '../ui/icons/icons.tsx';
import { Notice } from '../ui/notice.tsx';
import type { Connection } from './connection.ts';

/** Says that what is shown may be old, while the change stream is away. */
export function OfflineNotice({ connection }: { connection: Connection }) {
  const lost = useSyncExternalStore(connection.subscribe, connection.isLost);
  if (!lost) return null;
  return (
    <div className="mb-6">
      <Notice icon={<OfflineIcon />} title="You are offline.">
        You see what this page remembers. It goes on by itself when the server answers again, and so do uploads.
      </Notice>
    </div>
  );
}
