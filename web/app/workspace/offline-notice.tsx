import { useState } from 'react';
import { useNow } from '#web/ui/browser/use-now.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { OfflineIcon } from '#web/ui/icons/icons.tsx';
import { Notice } from '#web/ui/overlays/notice.tsx';
import { ageText } from './age.ts';

type OfflineNoticeProps = {
  /** When what is shown was last known to be true, in milliseconds since the epoch. */
  trueAt: number;
  tryAgain: () => Promise<void>;
};

/** Says that the server is away, and how old what is shown may be. */
export function OfflineNotice({ trueAt, tryAgain }: OfflineNoticeProps) {
  const now = useNow();
  const [trying, setTrying] = useState(false);

  async function run() {
    setTrying(true);
    await tryAgain();
    setTrying(false);
  }

  return (
    <div className="mb-6">
      <Notice
        icon={<OfflineIcon />}
        title="You are offline."
        action={
          <Button look="quiet" compact busy={trying} onClick={() => void run()}>
            Try again
          </Button>
        }
      >
        You see what this device remembers from {ageText(trueAt, now)}. Everything goes on by itself when the server
        answers again, uploads too.
      </Notice>
    </div>
  );
}
