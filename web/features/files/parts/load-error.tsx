import { ApiError } from '#client/api-error.ts';
import { messages } from '#contract/specification-messages.ts';
import { CutString, FallenLabel } from '#web/ui/brand/drawings.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { WarningIcon } from '#web/ui/icons/icons.tsx';
import { Notice } from '#web/ui/overlays/notice.tsx';
import { EmptyState } from '#web/ui/surfaces/empty-state.tsx';

type LoadErrorProps = {
  /** What could not be loaded, as the subject of a sentence. */
  what?: string;
  error: Error;
  retry: () => void;
};

/** Stands in for a folder that could not be loaded. */
export function LoadError({ what = 'This folder', error, retry }: LoadErrorProps) {
  const offline = isOffline(error);
  return (
    <EmptyState
      alert
      drawing={offline ? <CutString /> : <FallenLabel />}
      title={offline ? offlineTitle() : `${what} could not be opened.`}
      text={helpFor(error)}
      note={offline ? messages.offline : undefined}
    >
      <Button onClick={retry}>Try again</Button>
    </EmptyState>
  );
}

/** Stands below the part of a folder that was loaded. */
export function LoadMoreError({ what = 'this folder', error, retry }: LoadErrorProps) {
  return (
    <Notice
      tone="bad"
      icon={<WarningIcon />}
      title={`The rest of ${what} could not be loaded.`}
      action={
        <Button variant="quiet" compact onClick={retry}>
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
    ? 'The server cannot be reached. Check the connection, then try again.'
    : 'Your files are safe. Try again in a moment.';
}

function offlineTitle(): string {
  return navigator.onLine ? 'The server does not answer.' : 'You are offline.';
}

function isOffline(error: Error): boolean {
  return error instanceof ApiError && error.code === 'unavailable';
}
