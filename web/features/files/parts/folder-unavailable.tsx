import { ApiError } from '#client/api-error.ts';
import { messages } from '#contract/messages.ts';
import { CutString, FallenLabel } from '#web/ui/brand/drawings.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { WarningIcon } from '#web/ui/icons/icons.tsx';
import { Notice } from '#web/ui/overlays/notice.tsx';

type UnreadProps = {
  /** What could not be read, as a sentence begins with it. */
  what?: string;
  error: Error;
  retry: () => void;
};

/** Stands where a folder would and says why there is none. */
export function Unread({ what = 'This folder', error, retry }: UnreadProps) {
  const away = isOffline(error);
  return (
    <div className="void">
      {away ? <CutString /> : <FallenLabel />}
      <div role="alert">
        <h2>{away ? messages.offline : `${what} could not be read.`}</h2>
        <p className="lead">{helpFor(error)}</p>
        <div className="mt-6">
          <Button onClick={retry}>Try again</Button>
        </div>
      </div>
    </div>
  );
}

/** Stands below the part of a folder that was read. */
export function UnreadRest({ what = 'this folder', error, retry }: UnreadProps) {
  return (
    <Notice
      tone="bad"
      icon={<WarningIcon />}
      title={`The rest of ${what} could not be read.`}
      action={
        <Button look="quiet" compact onClick={retry}>
          Try again
        </Button>
      }
    >
      {helpFor(error)}
    </Notice>
  );
}

function helpFor(error: Error): string {
  return isOffline(error)
    ? 'You are offline: the server cannot be reached. Check the connection, then try again.'
    : 'Your things are safe where they were.';
}

function isOffline(error: Error): boolean {
  return error instanceof ApiError && error.code === 'unavailable';
}
