import { useState } from 'react';
import { useNow } from '#web/ui/browser/use-now.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { OfflineIcon } from '#web/ui/icons/icons.tsx';
import { Notice } from '#web/ui/overlays/notice.tsx';
import { ageText } from './age.ts';

type OfflineNoticeProps = {
  /** When what is shown was last known to be up to date, in milliseconds since the epoch. */
  asOf: number;
  tryAgain: () => Promise<void>;
};

/** Says that the server cannot be reached, and how old what is shown may be. */
export function OfflineNotice({ asOf, tryAgain }: OfflineNoticeProps) {
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
