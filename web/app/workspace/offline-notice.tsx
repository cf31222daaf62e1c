import { useState } from 'react';
import { useNow } from '#web/ui/browser/use-now.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { OfflineIcon } from '#web/ui/icons/icons.tsx';
import { Notice } from '#web/ui/overlays/notice.tsx';
import { ageText } from './age.ts';
import type { Connection } from './connection.ts';
import { useReach } from './use-offline.ts';

type OfflineNoticeProps = {
  connection: Connection;
  /** When what is shown was last known to be up to date, in milliseconds since the epoch. */
  asOf: number;
  tryAgain: () => Promise<void>;
};

/** While the server cannot be reached, says so, and how old what is shown may be. */
export function OfflineNotice({ connection, asOf, tryAgain }: OfflineNoticeProps) {
  const reach = useReach(connection);
  const now = useNow();
  const [trying, setTrying] = useState(false);

  async function run() {
    setTrying(true);
    await tryAgain();
    setTrying(false);
  }

  if (reach === 'reachable') return null;
  return (
    <div className="mb-6">
      <Notice
        icon={<OfflineIcon />}
        title={reach === 'offline' ? 'You are offline.' : 'The server does not answer.'}
        action={
          <Button variant="quiet" compact busy={trying} onClick={() => void run()}>
            Try again
          </Button>
        }
      >
        You see what this device saved {ageText(asOf, now)}. Everything resumes by itself when the server can be reached
        again, uploads too.
      </Notice>
    </div>
  );
}
